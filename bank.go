package agmem

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"
	"unicode/utf8"
)

// The limits of a bank. Nothing that a write would bring beyond them is
// written; what lies beyond them already can still be read and made smaller.
const (
	MaxBankName  = 64       // characters of a bank's name
	MaxBankKey   = 256      // characters of a key
	MaxBankValue = 1 << 20  // bytes of a value's JSON without white space
	MaxBankSize  = 10 << 20 // bytes of a bank's JSON text
	MaxBankKeys  = 10_000   // entries of a bank, expired ones too
)

// Scope says whose a bank is.
type Scope string

// The scopes. AnyScope lets a use case look where the bank is.
const (
	AnyScope     Scope = ""
	ProjectScope Scope = "project" // of the project that the working directory is in
	UserScope    Scope = "user"    // of the user, in every project
	AllScopes    Scope = "all"     // both; for what lists and searches
)

// ParseScope returns the scope of that name: user or project, and all where
// the use case takes it. The empty name is AnyScope.
func ParseScope(name string, all bool) (Scope, error) {
	switch s := Scope(name); {
	case s == AnyScope, s == ProjectScope, s == UserScope, s == AllScopes && all:
		return s, nil
	}
	names := "user or project"
	if all {
		names = "user, project or all"
	}
	return "", BankErrorf(InvalidScope, "there is no scope '%s'", name).WithHint("--scope takes %s", names)
}

// BankRef names a bank and where it is looked for.
type BankRef struct {
	Bank  string
	Scope Scope
}

// CheckBankName reports a name that no bank can have: one that is not made of
// a lower-case letter and then lower-case letters, digits, - and _, or is
// longer than [MaxBankName].
func CheckBankName(name string) error {
	follows := func(r rune) bool {
		return !('a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '-' || r == '_')
	}
	if name == "" || name[0] < 'a' || name[0] > 'z' || strings.ContainsFunc(name, follows) {
		return BankErrorf(InvalidBankName, "'%s' is no name of a bank", name).
			WithHint("a name is a lower-case letter, then lower-case letters, digits, - and _")
	}
	if len(name) > MaxBankName {
		return BankErrorf(InvalidBankName, "the name of a bank has %d characters, the limit is %d", len(name), MaxBankName)
	}
	return nil
}

// CheckBankKey reports a key that no entry can have: an empty one, one longer
// than [MaxBankKey] or one that is no UTF-8.
func CheckBankKey(key string) error {
	switch n := utf8.RuneCountInString(key); {
	case key == "":
		return BankErrorf(InvalidKey, "the key is empty")
	case !utf8.ValidString(key):
		return BankErrorf(InvalidKey, "the key is not valid UTF-8")
	case n > MaxBankKey:
		return BankErrorf(KeyTooLong, "the key has %d characters, the limit is %d", n, MaxBankKey)
	}
	return nil
}

// Entry is a value of a bank with what is known of it.
type Entry struct {
	Key string
	// Value is the JSON text as it is stored, with its white space.
	Value []byte
	// CreatedAt and UpdatedAt are the first and the last writing; zero where
	// the file does not say.
	CreatedAt time.Time
	UpdatedAt time.Time
	// TTL is how many seconds after UpdatedAt the entry expires; 0 for never.
	TTL int64
}

// lastSecond is the end of the year 9999, beyond which RFC 3339 has no times.
const lastSecond = 253_402_300_799

// ExpiresAt returns when the entry expires; false for never.
func (e Entry) ExpiresAt() (time.Time, bool) {
	at := e.UpdatedAt.Unix()
	if e.TTL <= 0 || e.UpdatedAt.IsZero() || e.TTL > lastSecond-at {
		return time.Time{}, false
	}
	return time.Unix(at+e.TTL, int64(e.UpdatedAt.Nanosecond())).UTC(), true
}

// Expired says whether the entry counts as missing at that time.
func (e Entry) Expired(now time.Time) bool {
	at, ok := e.ExpiresAt()
	return ok && !now.Before(at)
}

// EntryMetadata is what is known of an entry, for programs.
type EntryMetadata struct {
	CreatedAt Instant `json:"created_at,omitzero"`
	UpdatedAt Instant `json:"updated_at,omitzero"`
	TTL       int64   `json:"ttl,omitempty"` // seconds
	ExpiresAt Instant `json:"expires_at,omitzero"`
}

// Metadata returns what is known of the entry.
func (e Entry) Metadata() EntryMetadata {
	m := EntryMetadata{CreatedAt: instantOrZero(e.CreatedAt), UpdatedAt: instantOrZero(e.UpdatedAt), TTL: e.TTL}
	if at, ok := e.ExpiresAt(); ok {
		m.ExpiresAt = InstantOf(at)
	}
	return m
}

func instantOrZero(t time.Time) Instant {
	if t.IsZero() {
		return 0
	}
	return InstantOf(t)
}

// MarshalJSON returns the entry without its key, as `read` shows it.
func (e Entry) MarshalJSON() ([]byte, error) {
	return marshal(struct {
		Value    json.RawMessage `json:"value"`
		Metadata EntryMetadata   `json:"metadata"`
	}{e.Value, e.Metadata()})
}

// marshal is json.Marshal without the escapes that HTML needs: a < in a value
// stays one.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// BankInfo describes a bank in a listing. Expired entries are not counted.
type BankInfo struct {
	Name      string  `json:"name"`
	Scope     Scope   `json:"scope"`
	KeyCount  int     `json:"key_count"`
	UpdatedAt Instant `json:"updated_at,omitzero"`
	SizeBytes int64   `json:"size_bytes"` // of the file
	// CreatedAt, ExpiredCount and Path are filled for a detailed listing.
	CreatedAt    Instant `json:"created_at,omitzero"`
	ExpiredCount int     `json:"expired_count,omitempty"`
	Path         string  `json:"path,omitempty"`
}

// KeyInfo describes an entry in a listing.
type KeyInfo struct {
	Key       string  `json:"key"`
	Scope     Scope   `json:"scope"`
	UpdatedAt Instant `json:"updated_at,omitzero"`
	TTL       int64   `json:"ttl,omitempty"` // seconds
	// The rest is filled for a detailed listing, which has expired entries too.
	CreatedAt Instant `json:"created_at,omitzero"`
	ExpiresAt Instant `json:"expires_at,omitzero"`
	SizeBytes int     `json:"size_bytes,omitempty"` // of the JSON without white space
	Expired   bool    `json:"expired,omitempty"`
}

// BankMatch is an entry that a search of banks found. Value is nil where only
// keys were searched.
type BankMatch struct {
	Bank  string          `json:"bank"`
	Scope Scope           `json:"scope"`
	Key   string          `json:"key"`
	Value json.RawMessage `json:"value,omitempty"`
}

// BankRepair is what a check or a repair found in a bank.
type BankRepair struct {
	Bank     string       `json:"bank"`
	Scope    Scope        `json:"scope"`
	Status   RepairStatus `json:"status"`
	Problems []string     `json:"problems,omitempty"`
	// Salvaged is how many entries of a damaged bank could be read.
	Salvaged int `json:"salvaged,omitempty"`
	// KeptAs is where the damaged file lies after a repair.
	KeptAs string `json:"kept_as,omitempty"`
}

// RepairStatus is the state of a bank after a check or a repair.
type RepairStatus string

// The states.
const (
	RepairOK      RepairStatus = "ok"
	RepairDone    RepairStatus = "repaired"
	RepairDamaged RepairStatus = "damaged" // a repair would help
	RepairRefused RepairStatus = "refused" // only a person can help
)
