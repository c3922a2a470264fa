package config

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/agmem/agmem"
)

// checkGlobal returns the value of a global key as it is stored.
func checkGlobal(key, value string) (string, error) {
	known, ok := find(key)
	if !ok {
		return value, checkUnknown(key)
	}
	switch known.Type {
	case Bool:
		b, err := parseBool(value)
		if err != nil {
			return "", agmem.Errorf(agmem.Usage, "%s is %q, it must be true or false", key, value)
		}
		return formatBool(b), nil
	case SourceName:
		return value, CheckSource(value)
	case Choice:
		if !slices.Contains(known.Values, value) {
			return "", agmem.Errorf(agmem.Usage, "%s is %q, it must be %s", key, value, strings.Join(known.Values, " or "))
		}
		return value, nil
	case Number:
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 {
			return "", agmem.Errorf(agmem.Usage, "%s is %q, it must be a whole number, 1 or more", key, value)
		}
		return strconv.Itoa(n), nil
	case Duration:
		if d, err := time.ParseDuration(value); err != nil || d <= 0 {
			return "", agmem.Errorf(agmem.Usage, "%s is %q, it must be a time such as 800ms or 2s", key, value)
		}
		return value, nil
	case URL:
		return value, checkURL(key, value)
	default:
		return value, nil
	}
}

// checkURL does not repeat the value: it may have a password in it.
func checkURL(key, value string) error {
	u, err := url.Parse(value)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return agmem.Errorf(agmem.Usage, "%s must be of the form https://HOST/PATH", key)
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return agmem.Errorf(agmem.Usage, "%s must have no user, password, ? or #", key).
			WithHint("a key is a setting of its own").WithStep(agmem.ActionConfigure, EmbeddingKey+" KEY")
	}
	return nil
}
