// Package result holds what the programs of a measurement hand to each other:
// rows of times and single facts, one JSON object a line.
package result

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"
)

// Row is what one command took, as a whole process.
type Row struct {
	Set    string  `json:"set"`    // the size of the corpus, or what else was measured
	Name   string  `json:"name"`   // of the command, the same in every set
	Runs   int     `json:"runs"`   // that count; those for warming up do not
	Min    float64 `json:"min"`    // milliseconds from start to exit
	Median float64 `json:"median"` // milliseconds
	P95    float64 `json:"p95"`    // milliseconds
	CPU    float64 `json:"cpu"`    // median of the processor's time, in milliseconds
	Empty  float64 `json:"empty"`  // median of the empty process between the runs, in milliseconds
	Peak   int64   `json:"peak"`   // highest resident memory of all runs, in bytes; 0 where the system does not say
}

// Fact is a single number, or a text, that was found out.
type Fact struct {
	Set   string  `json:"set"`
	Name  string  `json:"name"`
	Value float64 `json:"value,omitempty"`
	Text  string  `json:"text,omitempty"`
}

// Append adds values to the file at path, one line each.
func Append[T any](path string, values ...T) (err error) {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	enc := json.NewEncoder(f)
	for _, v := range values {
		if err := enc.Encode(v); err != nil {
			return err
		}
	}
	return nil
}

// Read returns the values of the file at path; a file that is not there has
// none.
func Read[T any](path string) (values []T, err error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var v T
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			return nil, err
		}
		values = append(values, v)
	}
	return values, lines.Err()
}

// Quantile returns the value below which the share q of the values lies, one
// that was measured; 0 if there are none.
func Quantile(values []float64, q float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}
