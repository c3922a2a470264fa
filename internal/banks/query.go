package banks

import (
	"context"
	"errors"
	"io"
	"regexp"
	"time"

	"github.com/agmem/agmem/internal/rawjson"
)

// maxQueryTime is how long a filter may run.
const maxQueryTime = 10 * time.Second

// QueryRequest asks what a jq filter makes of a value or of a whole bank.
type QueryRequest struct {
	Key       string
	WholeBank bool // the filter sees the file of the bank, expired entries too
	Filter    string
	// Timeout is how long it may take: 0 for 10 seconds, which is the most.
	Timeout time.Duration
	// Debug gets the messages of the filter; nil drops them.
	Debug io.Writer
}

// Query calls yield for each result of the filter.
func (f Finder) Query(ctx context.Context, ref Ref, req QueryRequest, yield func(Result) error) error {
	if req.Timeout < 0 || req.Timeout > maxQueryTime {
		return Errorf(Usage, "the timeout is %v, it must be between 0 and %v", req.Timeout, maxQueryTime)
	}
	filter, err := f.shelves.compile(ref, req.Filter, req.Debug)
	if err != nil {
		return err
	}
	input, scope, err := f.input(ctx, ref, req)
	if err != nil {
		return err
	}
	if req.Timeout == 0 {
		req.Timeout = maxQueryTime
	}
	ctx, cancel := context.WithTimeout(ctx, req.Timeout)
	defer cancel()
	var refused error // by yield
	err = filter.Run(ctx, input, func(r Result) error {
		refused = yield(r)
		return refused
	})
	if err == nil || refused != nil {
		return refused
	}
	err = About(filterFailure(err), ref.Bank, scope)
	if req.Key != "" {
		err = AboutKey(err, req.Key)
	}
	return err
}

// input returns the JSON text that the filter sees.
func (f Finder) input(ctx context.Context, ref Ref, req QueryRequest) ([]byte, Scope, error) {
	if !req.WholeBank {
		entry, err := Entries(f).Read(ctx, ref, req.Key)
		return entry.Value, ref.Scope, err
	}
	b, folder, err := f.shelves.first(ctx, ref)
	if err != nil {
		return nil, "", err
	}
	return b.Text(), folder.Scope(), nil
}

// SearchRequest asks for entries that a regular expression matches.
type SearchRequest struct {
	Pattern string // RE2
	Values  bool   // look at the JSON text of the values too
	Scope   Scope
}

// Search calls yield for each entry that matches and has not expired, by bank,
// scope and key, and returns how many there were. A bank that cannot be read
// does not hide the others.
func (f Finder) Search(ctx context.Context, req SearchRequest, yield func(Match) error) (int, error) {
	pattern, err := regexp.Compile(req.Pattern)
	if err != nil {
		return 0, Errorf(InvalidPattern, "the pattern is not a regular expression: %w", err).
			WithHint("the syntax is RE2; a literal . or ( needs a \\ before it")
	}
	places, failed := f.shelves.places(ctx, req.Scope)
	errs := []error{failed}
	total := 0
	for _, p := range places {
		b, err := p.folder.Load(ctx, p.bank)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		for _, e := range b.Sorted() {
			if e.Expired(f.shelves.Now()) {
				continue
			}
			match := Match{Bank: p.bank, Scope: p.folder.Scope(), Key: e.Key}
			found := pattern.MatchString(e.Key)
			if req.Values {
				match.Value = rawjson.AppendCompact(nil, e.Value)
				found = found || pattern.Match(match.Value)
			}
			if !found {
				continue
			}
			total++
			if err := yield(match); err != nil {
				return total, err
			}
		}
	}
	return total, errors.Join(errs...)
}
