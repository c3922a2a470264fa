// Package banks is the room of JSON banks: what a bank and its entries are, the
// codes of what can go wrong with them, and the use cases that every face of
// banks calls.
//
// A bank is a JSON file with an [Entry] for each key. It belongs to a project
// or to the user (its [Scope]); a read looks in the project first. The use
// cases are four small types, and [Banks] has one of each: [Entries] reads,
// writes and removes values, [Finder] lists and searches, [Transfer] moves
// whole banks, [Care] keeps them in order. They work on a [Folder] for each
// scope; package bankfolder implements it.
//
// The parts have their own packages: bankfile is the text of a bank, schema checks
// values, jq runs filters (a build without jq has none), and
// banksource shows values as memories.
package banks

import (
	"encoding/json"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks/bankfile"
)

// Entry is a value of a bank with what is known of it.
type Entry = bankfile.Entry

// Metadata is what is known of an entry, for programs.
type Metadata = bankfile.Metadata

// Info describes a bank in a listing. Expired entries are not counted.
type Info struct {
	Name      string        `json:"name"`
	Scope     Scope         `json:"scope"`
	KeyCount  int           `json:"key_count"`
	UpdatedAt agmem.Instant `json:"updated_at,omitzero"`
	SizeBytes int64         `json:"size_bytes"` // of the file
	// CreatedAt, ExpiredCount and Path are filled for a detailed listing.
	CreatedAt    agmem.Instant `json:"created_at,omitzero"`
	ExpiredCount int           `json:"expired_count,omitempty"`
	Path         string        `json:"path,omitempty"`
}

// KeyInfo describes an entry in a listing.
type KeyInfo struct {
	Key       string        `json:"key"`
	Scope     Scope         `json:"scope"`
	UpdatedAt agmem.Instant `json:"updated_at,omitzero"`
	TTL       int64         `json:"ttl,omitempty"` // seconds
	// The rest is filled for a detailed listing, which has expired entries too.
	CreatedAt agmem.Instant `json:"created_at,omitzero"`
	ExpiresAt agmem.Instant `json:"expires_at,omitzero"`
	SizeBytes int           `json:"size_bytes,omitempty"` // of the JSON without white space
	Expired   bool          `json:"expired,omitempty"`
}

// Match is an entry that a search of banks found. Value is nil where only
// keys were searched.
type Match struct {
	Bank  string          `json:"bank"`
	Scope Scope           `json:"scope"`
	Key   string          `json:"key"`
	Value json.RawMessage `json:"value,omitempty"`
}

// RepairReport is what a check or a repair found in a bank.
type RepairReport struct {
	Bank     string       `json:"bank"`
	Scope    Scope        `json:"scope"`
	Status   RepairStatus `json:"status"`
	Problems []string     `json:"problems,omitempty"`
	// Salvaged is how many entries of a damaged bank could be read.
	Salvaged int `json:"salvaged,omitempty"`
	// KeptAs is where the damaged file is after a repair.
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
