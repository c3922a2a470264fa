package origin

import (
	"net/url"
	"path/filepath"
	"strings"
)

// remoteURL returns the url of the remote "origin" in the text of a git
// configuration file, else that of the first remote, else nothing. Included
// files and url.insteadOf are not followed.
func remoteURL(text []byte) string {
	found, remote := "", ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			remote = remoteOf(line)
			_, line, _ = strings.Cut(line, "]")
		}
		key, value, ok := strings.Cut(line, "=")
		if !ok || remote == "" || !strings.EqualFold(strings.TrimSpace(key), "url") {
			continue
		}
		if remote == "origin" {
			return configValue(value)
		}
		if found == "" {
			found = configValue(value)
		}
	}
	return found
}

// remoteOf returns the name in a section's head such as [remote "origin"].
func remoteOf(head string) string {
	const section = `[remote "`
	if len(head) < len(section) || !strings.EqualFold(head[:len(section)], section) {
		return ""
	}
	name, _, closed := strings.Cut(head[len(section):], `"]`)
	if !closed {
		return ""
	}
	return name
}

// configValue takes comments and quotes from a value of a configuration file.
func configValue(text string) string {
	var value strings.Builder
	quoted := false
	text = strings.TrimSpace(text)
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			quoted = !quoted
		case c == '\\' && i+1 < len(text):
			i++
			value.WriteByte(text[i])
		case (c == '#' || c == ';') && !quoted:
			return strings.TrimSpace(value.String())
		default:
			value.WriteByte(c)
		}
	}
	return strings.TrimSpace(value.String())
}

// normalize returns a remote's address without scheme, user, password and
// .git, so that one repository has one name whichever way it was cloned and
// no token is stored. A port stays where it is not the scheme's own. A path
// on this machine is made absolute against base.
func normalize(remote, base string) string {
	if host, path, ok := cutSCP(remote); ok {
		// user:token@host/path, which lost its scheme, is not an address.
		if folder, _, _ := strings.Cut(path, "/"); strings.LastIndexByte(folder, '@') > 0 {
			return ""
		}
		return join(host, path)
	}
	if strings.Contains(remote, "://") {
		u, err := url.Parse(remote)
		if err != nil {
			return ""
		}
		if u.Scheme == "file" {
			return trimGit(u.Path)
		}
		return join(hostOf(u), u.Path)
	}
	return trimGit(filepath.ToSlash(absolute(remote, base)))
}

// cutSCP splits user@host:path, git's short form of ssh. As for git, a slash
// before the colon makes it a path; so does a single letter before a slash, a
// drive.
func cutSCP(remote string) (host, path string, ok bool) {
	before, path, ok := strings.Cut(remote, ":")
	isDrive := len(before) == 1 && strings.IndexAny(path, `/\`) == 0
	if !ok || before == "" || isDrive || strings.Contains(before, "/") || strings.HasPrefix(path, "//") {
		return "", "", false
	}
	return before[strings.LastIndexByte(before, '@')+1:], path, true
}

func hostOf(u *url.URL) string {
	usual := map[string]string{"ssh": "22", "git+ssh": "22", "ssh+git": "22", "https": "443", "http": "80", "git": "9418"}
	if u.Port() == usual[u.Scheme] {
		return u.Hostname()
	}
	return u.Host
}

func join(host, path string) string {
	path = trimGit(strings.TrimPrefix(path, "/"))
	return strings.ToLower(host) + "/" + path
}

func trimGit(path string) string {
	path = strings.TrimSuffix(strings.TrimRight(path, "/"), ".git")
	return strings.TrimRight(path, "/")
}
