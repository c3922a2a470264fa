package accesstoken_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/accesstoken"
)

// TestATokenIsMadeOnce, also by several processes at a time, and is private.
func TestATokenIsMadeOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "token")
	first, err := accesstoken.Kept(path)
	if err != nil || accesstoken.Check(first) != nil {
		t.Fatalf("%q, %v", first, err)
	}
	again, err := accesstoken.Kept(path)
	if err != nil || again != first {
		t.Errorf("%q became %q, %v", first, again, err)
	}
	if other, err := accesstoken.Kept(path + "2"); err != nil || other == first {
		t.Errorf("two files have one token, %v", err)
	}
	info, err := os.Stat(path)
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}

// TestTokensMadeAtOnce: all know the one that is in the file.
func TestTokensMadeAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "token")
	var group sync.WaitGroup
	tokens := make([]string, 8)
	for i := range tokens {
		group.Go(func() {
			token, err := accesstoken.Kept(path)
			if err != nil {
				t.Error(err)
			}
			tokens[i] = token
		})
	}
	group.Wait()
	kept, err := accesstoken.Kept(path)
	for _, token := range tokens {
		if token != kept || err != nil {
			t.Errorf("%q, the file has %q, %v", token, kept, err)
		}
	}
}

func TestATokenThatOthersMayKnow(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has other rights")
	}
	path := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(path, []byte(strings.Repeat("x", 26)), 0o644); err != nil {
		t.Fatal(err)
	}
	if token, err := accesstoken.Kept(path); agmem.KindOf(err) != agmem.Denied || token != "" {
		t.Errorf("%q, %v", token, err)
	}
}

func TestWhatIsNotAToken(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"short": "abc", "empty": "", "blank": strings.Repeat("a b", 10), "control": strings.Repeat("\x01", 26), "wide": strings.Repeat("é", 26)} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if token, err := accesstoken.Kept(path); agmem.KindOf(err) != agmem.Invalid || token != "" {
			t.Errorf("%s: %q, %v", name, token, err)
		}
	}
	if _, err := accesstoken.Kept(dir); agmem.KindOf(err) != agmem.Invalid {
		t.Errorf("a folder: %v", err)
	}
}
