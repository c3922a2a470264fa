package secrets_test

import (
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/secrets"
)

func checkFindings(t *testing.T, text string) {
	t.Helper()
	end := 0
	for _, f := range secrets.Find(text) {
		if f.Rule == "" || f.Start < end || f.End <= f.Start || f.End > len(text) {
			t.Fatalf("%q: the finding %+v comes behind %d of %d bytes", text, f, end, len(text))
		}
		end = f.End
	}
}

func FuzzFind(f *testing.F) {
	for _, e := range examples(seedToLookAt, 1) {
		f.Add(e.text)
	}
	for _, pattern := range hostile() {
		f.Add(strings.Repeat(pattern, 3))
	}
	f.Fuzz(func(t *testing.T, text string) { checkFindings(t, text) })
}

// hostile are texts that make a finder slow which looks at parts of them again and
// again, when they are repeated.
func hostile() []string {
	run := strings.Repeat("aB3", 12)
	return []string{
		"password", "password ", "password=", `password="`, `token='token="token=` + "`", "token=token=", "key:", "_key_", "a_key-key_",
		"://", "://a:", "://a:b", "a://b:c@", "ghp_", "ghp_ ", "ghp_" + run[:35] + "~ ", "eyJ", "eyJ.eyJ.", "eyJ" + run + ".eyJ",
		"eyJ" + run + ".", "-----BEGIN ", "-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\n" + run + "\n", "bearer ", "basic ",
		"Bearer " + run + " ", "-us1", ":AA", "1234567890:AA", ".atlasv1.", "Q~", "SK", "sk-sk-", "xoxb-xoxb-", "secret is ", "login password ",
		"\\n", "password\\\"", "AKIA", "pat", "pat" + run, "ATATT3" + run, "secret", "密码", strings.Repeat("x", 500) + "=", "const key: a b c = ",
	}
}

// However a text is made, Find looks at it in time in proportion to its length:
// BenchmarkHostile says how long.
func TestHostileTextsAreLookedAt(t *testing.T) {
	for _, pattern := range hostile() {
		checkFindings(t, strings.Repeat(pattern, 1+(1<<15)/len(pattern)))
	}
}

func BenchmarkHostile(b *testing.B) {
	for _, pattern := range hostile() {
		text := strings.Repeat(pattern, 1+(1<<20)/len(pattern))[:1<<20]
		b.Run(strings.ReplaceAll(pattern[:min(len(pattern), 24)], "/", "|"), func(b *testing.B) {
			for b.Loop() {
				secrets.Find(text)
			}
		})
	}
}

func BenchmarkOrdinary(b *testing.B) {
	text := strings.Repeat("The tokenizer splits a_key = value pairs, see https://example.com/docs; the password of a user is not kept.\n", 1<<20/107)
	for _, size := range []int{200, 10_000, 1 << 20} {
		b.Run(strings.Repeat("0", 0)+sizeName(size), func(b *testing.B) {
			for b.Loop() {
				secrets.Find(text[:min(size, len(text))])
			}
		})
	}
}

func sizeName(n int) string {
	switch {
	case n >= 1<<20:
		return "1MiB"
	case n >= 1000:
		return "10kB"
	}
	return "200B"
}
