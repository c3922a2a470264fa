package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/embed"
)

const (
	// firstPause is the longest before the second attempt; each next one may be
	// twice as long, up to longestPause, which bounds Retry-After too.
	firstPause   = 500 * time.Millisecond
	longestPause = time.Minute
)

// call is one question to a service, asked until it is answered.
type call struct {
	service       embed.Service
	path          string
	header, value string // with the key
	body          any
	largest       int64 // bytes of an answer that are read
	attempts      int
}

// again is a failure that another attempt may not meet.
type again struct {
	err   error
	after time.Duration // that the service asks for; 0 if it does not say
}

func (a *again) Error() string { return a.err.Error() }
func (a *again) Unwrap() error { return a.err }

// do asks until there is an answer, the failure is one that stays, or the attempts
// or the time are over.
func (c *Client) do(ctx context.Context, q call) ([]byte, error) {
	body, err := json.Marshal(q.body)
	if err != nil {
		return nil, err
	}
	for attempt := 1; ; attempt++ {
		answer, err := c.once(ctx, q, body)
		retry, ok := errors.AsType[*again](err)
		if !ok {
			return answer, err
		}
		wait := backOff(attempt, rand.Float64())
		if retry.after > 0 {
			wait = retry.after
		}
		if attempt == q.attempts || wait > longestPause || !hasTime(ctx, wait) {
			return nil, retry.err
		}
		if c.pause(ctx, wait) != nil {
			return nil, retry.err
		}
	}
}

// backOff is how long to wait after an attempt: between half and all of a time that
// doubles, so that many processes that failed together do not return together.
func backOff(attempt int, chance float64) time.Duration {
	most := min(firstPause<<(attempt-1), longestPause)
	return most/2 + time.Duration(chance*float64(most/2))
}

// hasTime says whether a pause leaves time for another attempt.
func hasTime(ctx context.Context, wait time.Duration) bool {
	deadline, bounded := ctx.Deadline()
	return !bounded || time.Until(deadline) > wait
}

// once makes one attempt.
func (c *Client) once(ctx context.Context, q call, body []byte) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, q.service.URL+q.path, bytes.NewReader(body))
	if err != nil {
		return nil, agmem.Errorf(agmem.Usage, "the URL of the embedding service cannot be used")
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	if q.header != "" {
		request.Header.Set(q.header, q.value)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, unreachable(ctx, q.service, err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, refusal(q.service, response)
	}
	answer, err := io.ReadAll(io.LimitReader(response.Body, q.largest+1))
	if err != nil {
		return nil, unreachable(ctx, q.service, err)
	}
	if int64(len(answer)) > q.largest {
		return nil, agmem.Errorf(agmem.TooLarge, "the answer of %s is larger than %d bytes", name(q.service), q.largest)
	}
	return answer, nil
}

// largestAnswer is generous: 16 bytes for each of 8,192 dimensions.
func largestAnswer(texts int) int64 { return 1<<20 + int64(texts)*(128<<10) }

// retryAfter reads the header of that name: seconds, or a date.
func retryAfter(text string, now time.Time) time.Duration {
	if seconds, err := strconv.Atoi(text); err == nil {
		return time.Duration(min(max(seconds, 0), 1<<20)) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(at.Sub(now), 0)
	}
	return 0
}
