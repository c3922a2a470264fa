package secrets_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/secrets"
)

func guardWith(policy secrets.Policy) *secrets.Guard {
	return secrets.NewGuard(func() (secrets.Policy, error) { return policy, nil })
}

// madeToken is put together here.
func madeToken() string { return "gh" + "p_4fK2sQ9xZt7LmW3cVb8NyR1uHd6JgE0aPqTk" }

func TestTheErrorNamesThePlaceAndNotTheSecret(t *testing.T) {
	_, err := guardWith(secrets.Refuse).Text(t.Context(), "content", "one\ntwo "+madeToken()+" three")
	own, ok := errors.AsType[*agmem.Error](err)
	if !ok || own.Kind != agmem.Invalid || own.Code != secrets.Code || own.Next.Action != agmem.ActionAllowSecret {
		t.Fatalf("the error is %#v", err)
	}
	if want := "line 2 of the content has what looks like a secret (github-token)"; own.Message != want {
		t.Errorf("it says %q, want %q", own.Message, want)
	}
	if own.Detail("rule") != "github-token" || own.Detail("line") != 2 {
		t.Errorf("its details are %v", own.Details)
	}
	whole, err := json.Marshal(own)
	if err != nil || strings.Contains(string(whole), "4fK2") {
		t.Errorf("%v: the error holds the secret: %s", err, whole)
	}
}

func TestRedacted(t *testing.T) {
	g := guardWith(secrets.Redact)
	text, err := g.Text(t.Context(), "content", "a "+madeToken()+" b postgres://u:x7Kd0qLm2Zr@h/ c")
	if want := "a [redacted: github-token] b postgres://u:[redacted: url-password]@h/ c"; text != want || err != nil {
		t.Errorf("%q, %v, want %q", text, err, want)
	}
	for in, want := range map[string]string{
		`{"a": ["` + madeToken() + `", 1]}`:                        `{"a": ["[redacted: github-token]", 1]}`,
		`{"note": "say \"` + madeToken() + `\""}`:                  `{"note": "say \"[redacted: github-token]\""}`,
		`{"db_password": "x7Kd0q\u004cm2Zr"}`:                      `{"db_password": "[redacted: password]"}`,
		`{"db_password": "x7Kd0qLm2Zr"}`:                           `{"db_password": "[redacted: password]"}`,
		`"` + strings.Replace(madeToken(), "_", `\u005f`, 1) + `"`: `"[redacted: github-token]"`,
	} {
		if out, err := g.JSON(t.Context(), "value", []byte(in), ""); string(out) != want || err != nil {
			t.Errorf("%s became %s, %v, want %s", in, out, err, want)
		}
	}
}

func TestWarningsAreSaidOnce(t *testing.T) {
	var said []string
	ctx := secrets.WithNotice(t.Context(), func(sentence string) { said = append(said, sentence) })
	g := guardWith(secrets.Warn)
	for range 3 {
		if text, err := g.Text(ctx, "content", "use "+madeToken()); err != nil || text != "use "+madeToken() {
			t.Fatalf("%q, %v", text, err)
		}
	}
	if len(said) != 1 || said[0] != "the content has what looks like a secret (github-token), and is stored all the same" {
		t.Errorf("it says %q", said)
	}
}

func TestWhatIsAllowedIsNotLookedAt(t *testing.T) {
	asked := false
	g := secrets.NewGuard(func() (secrets.Policy, error) { asked = true; return secrets.Refuse, nil })
	for name, ctx := range map[string]context.Context{"harmless": t.Context(), madeToken(): secrets.Allow(t.Context())} {
		if text, err := g.Text(ctx, "content", name); err != nil || text != name || asked {
			t.Errorf("%q, %v, the policy was asked for: %v", text, err, asked)
		}
	}
	if _, err := (*secrets.Guard)(nil).Text(t.Context(), "content", madeToken()); err != nil {
		t.Errorf("no guard refuses: %v", err)
	}
	if _, err := guardWith(secrets.Off).Text(t.Context(), "content", madeToken()); err != nil {
		t.Errorf("off refuses: %v", err)
	}
}

// What a value had before a change may stay.
func TestOnlyNewSecretsOfAValueCount(t *testing.T) {
	old := `{"bot": "` + madeToken() + `"}`
	changed := `{"bot": "` + madeToken() + `", "seen": 1}`
	if out, err := guardWith(secrets.Refuse).JSON(t.Context(), "value", []byte(changed), old); err != nil || string(out) != changed {
		t.Errorf("%s, %v", out, err)
	}
	if _, err := guardWith(secrets.Refuse).JSON(t.Context(), "value", []byte(changed), `{}`); err == nil {
		t.Error("a new secret was let through")
	}
}

func TestMemoryIsRedactedAsAWhole(t *testing.T) {
	text := "use " + madeToken()
	m := agmem.Memory{Content: text, Digest: text, Hash: agmem.HashContent(text), Tags: []string{"a", madeToken()}}
	tags := m.Tags
	if err := guardWith(secrets.Redact).Memory(t.Context(), &m); err != nil {
		t.Fatal(err)
	}
	const want = "use [redacted: github-token]"
	if m.Content != want || m.Digest != want || m.Hash != agmem.HashContent(want) || m.Tags[1] != "[redacted: github-token]" {
		t.Errorf("it became %+v", m)
	}
	if tags[1] != madeToken() {
		t.Error("the tags of the caller were changed")
	}
}

// The same of JSON holds whatever it is: it stays JSON.
func FuzzJSON(f *testing.F) {
	for _, e := range examples(seedToLookAt, 1) {
		encoded, err := json.Marshal(map[string]any{"a": []any{e.text, 1}, e.text: "x"})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(encoded)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if !json.Valid(text) {
			return
		}
		out, err := guardWith(secrets.Redact).JSON(t.Context(), "value", text, "")
		if err == nil && !json.Valid(out) {
			t.Errorf("%s became %s", text, out)
		}
	})
}
