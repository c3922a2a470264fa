package vault_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/agmem/agmem"
)

// asNobody runs a task with the rights of nobody where the test has those of
// root, for whom everything is readable, and returns what it says.
func asNobody(t *testing.T, v *fixture, name string) string {
	t.Helper()
	var said bytes.Buffer
	cmd := command(v, name, 0, &said)
	if os.Getuid() == 0 {
		folder := t.TempDir()
		for f := folder; f != os.TempDir() && strings.HasPrefix(f, os.TempDir()); f = filepath.Dir(f) {
			v.ok(os.Chmod(f, 0o755))
		}
		exe, err := os.ReadFile(cmd.Path)
		v.ok(err)
		cmd.Path = filepath.Join(folder, "helper")
		v.ok(os.WriteFile(cmd.Path, exe, 0o755))
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		cmd.Dir = "/"
	}
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %s", err, said.String())
	}
	return said.String()
}

// openToAll lets nobody read the vault, except what is closed again.
func (v *fixture) openToAll(closed ...string) {
	v.T.Helper()
	for f := v.Home(); f != os.TempDir() && strings.HasPrefix(f, os.TempDir()); f = filepath.Dir(f) {
		v.ok(os.Chmod(f, 0o755))
	}
	v.ok(filepath.WalkDir(v.Home(), func(path string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chmod(path, 0o755)
	}))
	for _, name := range closed {
		path := filepath.Join(v.Home(), name)
		v.ok(os.Chmod(path, 0))
		v.Cleanup(func() { v.ok(os.Chmod(path, 0o700)) }) // so that it can be removed
	}
}

// What may not be read is named and hides nothing else; nothing is written for it.
func TestUnreadableFoldersAndFiles(t *testing.T) {
	v := newVault(t, map[string]string{"good": "A heron.", "closed/card": "A heron.", "secret": "A heron.", "z": "[[good]]"})
	v.openToAll("cards/closed", "cards/secret.md")
	out := asNobody(t, v, "look")
	want := fmt.Sprintf(`all good z
unavailable %s: permission denied
denied secret: %s: permission denied
found good
read secret denied
write denied
archive denied
`, filepath.Join(v.Folder(), "closed"), v.file("secret"))
	if out != want {
		t.Errorf("nobody sees\n%swant\n%s", out, want)
	}
	v.has("good", "A heron.")
}

// A folder of cards that may not be read is not a folder without cards.
func TestUnreadableVault(t *testing.T) {
	v := newVault(t, map[string]string{"good": "A heron."})
	v.openToAll("cards")
	out := asNobody(t, v, "look")
	if strings.Contains(out, "all \n") || !strings.Contains(out, "all failed "+agmem.Denied.String()+" ") {
		t.Errorf("nobody sees\n%s", out)
	}
}
