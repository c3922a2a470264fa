package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/atomicfile"
)

// downloader downloads files, and goes on where an earlier attempt stopped.
type downloader struct {
	http     *http.Client
	patience time.Duration // without a byte
	pause    func(ctx context.Context, d time.Duration) error
}

func newDownloader() *downloader {
	return &downloader{
		http: &http.Client{
			Transport: &http.Transport{
				Proxy:                 http.ProxyFromEnvironment,
				DialContext:           (&net.Dialer{Timeout: 15 * time.Second}).DialContext,
				ForceAttemptHTTP2:     true,
				TLSHandshakeTimeout:   15 * time.Second,
				ResponseHeaderTimeout: patience,
				DisableCompression:    true, // ranges are of the bytes as they are
			},
			CheckRedirect: noLessSecure,
		},
		patience: patience,
		pause: func(ctx context.Context, d time.Duration) error {
			select {
			case <-time.After(d):
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		},
	}
}

// noLessSecure follows to other hosts, which large files come from, but never from
// https to http. No key is sent with a download.
func noLessSecure(request *http.Request, via []*http.Request) error {
	const most = 5
	if len(via) > most {
		return errors.New("it redirects too often")
	}
	if to := request.URL.Scheme; to != "https" && (to != "http" || via[len(via)-1].URL.Scheme == "https") {
		return fmt.Errorf("it redirects to %s://%s, which is less secure", to, request.URL.Host)
	}
	return nil
}

// passing is a failure after which another attempt may go on.
type passing struct{ error }

func (p passing) Unwrap() error { return p.error }

// download brings a file to a path. What there is of it is beside it until it is
// whole.
func (d *downloader) download(ctx context.Context, url string, wanted file, path string, b *bar) error {
	const idle = 4 // attempts in a row that bring nothing
	part := partOf(path)
	for failed := 0; ; {
		before := sizeOf(part)
		err := d.attempt(ctx, url, wanted, path, b)
		var p passing
		if !errors.As(err, &p) {
			return err
		}
		if dial, ok := errors.AsType[*net.OpError](err); ok && dial.Op == "dial" && before == 0 {
			return p.error // nothing ever came from there
		}
		failed++
		if sizeOf(part) > before {
			failed = 0
		}
		if failed == idle {
			return p.error
		}
		if err := d.pause(ctx, time.Second<<failed); err != nil {
			return err
		}
	}
}

func partOf(path string) string { return path + ".part" }

// validatorOf is the file that says which version of a file the part is of.
func validatorOf(path string) string { return path + ".version" }

func sizeOf(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// attempt asks once, for what is missing where a part is there and it is known of
// which version.
func (d *downloader) attempt(ctx context.Context, url string, wanted file, path string, b *bar) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stalled := time.AfterFunc(d.patience, func() { cancel(errStalled) })
	defer stalled.Stop()

	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return agmem.Errorf(agmem.Usage, "%s is not a URL that can be asked", url)
	}
	have := sizeOf(partOf(path))
	version, _ := os.ReadFile(validatorOf(path))
	if have > 0 && len(version) > 0 {
		request.Header.Set("Range", fmt.Sprintf("bytes=%d-", have))
		request.Header.Set("If-Range", string(version))
	}
	response, err := d.http.Do(request)
	if err != nil {
		return broken(ctx, url, err)
	}
	defer response.Body.Close()
	have, err = accept(response, url, have, path)
	if err != nil {
		return err
	}
	flag := os.O_APPEND
	if have == 0 {
		flag = os.O_TRUNC
		if err := atomicfile.WriteFile(validatorOf(path), []byte(validator(response))); err != nil {
			return err
		}
	}
	if response.ContentLength > wanted.limit()-have {
		return tooLarge(wanted)
	}
	b.begin(have, have+max(response.ContentLength, 0))
	body := &watchful{io.LimitReader(response.Body, wanted.limit()-have+1), stalled, d.patience}
	if err := save(ctx, partOf(path), flag, body, b); err != nil {
		return broken(ctx, url, err)
	}
	return complete(path, wanted)
}

// accept says at which byte the answer begins.
func accept(response *http.Response, url string, have int64, path string) (int64, error) {
	switch code := response.StatusCode; {
	case code == http.StatusOK:
		return 0, nil
	case code == http.StatusPartialContent:
		if strings.HasPrefix(response.Header.Get("Content-Range"), fmt.Sprintf("bytes %d-", have)) {
			return have, nil
		}
		fallthrough
	case code == http.StatusRequestedRangeNotSatisfiable:
		_ = os.Remove(partOf(path)) // it does not fit what is there now
		return 0, passing{agmem.Errorf(agmem.Unavailable, "%s has another length than before", url)}
	case code == http.StatusNotFound || code == http.StatusGone:
		return 0, errAbsent
	case code == http.StatusUnauthorized || code == http.StatusForbidden:
		return 0, agmem.Errorf(agmem.Denied, "%s is not for everyone: it answered %d", url, code).
			WithHint("fetch it in another way, and say which folder has it")
	case code == http.StatusTooManyRequests || code >= 500:
		return 0, passing{agmem.Errorf(agmem.Unavailable, "%s answered %d", url, code)}
	default:
		return 0, agmem.Errorf(agmem.Unavailable, "%s answered %d", url, code)
	}
}

// validator names the version of a file that a server sends. A weak tag would also
// match a file with other bytes.
func validator(response *http.Response) string {
	if tag := response.Header.Get("ETag"); tag != "" && !strings.HasPrefix(tag, "W/") {
		return tag
	}
	return response.Header.Get("Last-Modified")
}

// complete gives the part its name.
func complete(path string, wanted file) error {
	size := sizeOf(partOf(path))
	if size > wanted.limit() {
		_ = os.Remove(partOf(path))
		return tooLarge(wanted)
	}
	_ = os.Remove(validatorOf(path)) // without a part it means nothing
	return os.Rename(partOf(path), path)
}

var errStalled = errors.New("nothing came for a while")

// broken is the error of a download that another attempt may finish. A full disk
// and a caller who gave up stay what they are.
func broken(ctx context.Context, url string, err error) error {
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, errStalled) {
		return cause
	}
	if _, ours := errors.AsType[*os.PathError](err); ours {
		return err
	}
	return passing{agmem.Errorf(agmem.Unavailable, "cannot download %s: %w", url, err).
		WithHint("repeat the command, it goes on where it stopped")}
}

// watchful puts the end of the patience off with every byte.
type watchful struct {
	from     io.Reader
	stalled  *time.Timer
	patience time.Duration
}

// Read reads.
func (w *watchful) Read(p []byte) (int, error) {
	n, err := w.from.Read(p)
	if n > 0 {
		w.stalled.Reset(w.patience)
	}
	return n, err
}
