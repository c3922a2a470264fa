package secrets

import (
	"encoding/base64"
	"strings"
)

const (
	ruleHeader = "authorization-header"
	ruleURL    = "url-password"
)

// header judges what stands behind the name of a scheme: Authorization: Bearer …
func (f *finder) header(at int, word *keyword) {
	end := at + len(word.text)
	start := skipBlanks(f.text, end)
	if start == end || !f.begins(at) {
		return
	}
	v, ok := f.valueAt(start, false)
	if !ok || v.quoted {
		return
	}
	text := f.text[v.start:v.end]
	if word.text == "basic" {
		ok = isBasic(text)
	} else {
		ok = isRandom(text, tokenLength)
	}
	if ok {
		f.add(ruleHeader, v.start, v.end)
	}
}

// isBasic says whether a text is a name and a password in base64.
func isBasic(text string) bool {
	decoded, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(text, "="))
	if err != nil || !isText(decoded) {
		return false
	}
	_, password, ok := strings.Cut(string(decoded), ":")
	return ok && len(password) >= 4 && !isPlaceholder(password)
}

func isText(text []byte) bool {
	for _, c := range text {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return true
}

// maxUserinfo is the longest user and password that are looked at, in bytes.
const maxUserinfo = 256

// url judges the password in scheme://user:password@host.
func (f *finder) url(at int) {
	start := at + len("://")
	end, colon := start, -1
	for end < len(f.text) && end-start < maxUserinfo && isUserinfoByte(f.text[end]) {
		if f.text[end] == ':' && colon < 0 {
			colon = end
		}
		end++
	}
	if colon < 0 || end == len(f.text) || f.text[end] != '@' {
		return
	}
	if isURLPassword(f.text[colon+1:end], f.text[start:colon]) {
		f.add(ruleURL, colon+1, end)
	}
}

func isUserinfoByte(c byte) bool {
	return c > ' ' && c < 0x7f && strings.IndexByte("@/\"'`<>\\", c) < 0
}
