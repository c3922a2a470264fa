package origin

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"
)

func FuzzRemote(f *testing.F) {
	for _, url := range []string{
		"git@github.com:a/b.git", "https://u:t@host:8443/a/b.git", "file:///x", `"C:\\repo"`, "../other", "ssh://[::1]:22/a",
	} {
		f.Add("[remote \"origin\"]\n\turl = " + url + "\n")
	}
	f.Fuzz(func(t *testing.T, config string) {
		url := remoteURL([]byte(config))
		name := clean(normalize(url, "/base"))
		if !utf8.ValidString(name) || strings.ContainsAny(name, "\n\r\x00") || len(name) > maxField {
			t.Errorf("%q is named %q", url, name)
		}
	})
}

func FuzzPacked(f *testing.F) {
	const hash = "0123456789abcdef0123456789abcdef01234567"
	f.Add([]byte(hash+" refs/heads/a\n^"+hash+"\n"+hash+" refs/heads/b\n"), "refs/heads/b")
	f.Add([]byte("^\n^\n\n"), "refs/heads/a")
	f.Fuzz(func(t *testing.T, text []byte, reference string) {
		got := searchPacked(bytes.NewReader(text), 0, int64(len(text)), reference)
		if got != "" && !bytes.Contains(text, []byte(got+" "+reference)) {
			t.Errorf("%q is found at %q, which is not there", reference, got)
		}
	})
}
