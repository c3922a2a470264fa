//go:build unix

package memories_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

const nobody = 65534 // the user and the group without rights

// A reader who may not write finds everything, counts nothing and is refused
// every write. The reader is a process without the rights of root.
func TestReaderWithoutRights(t *testing.T) {
	for _, c := range []struct {
		name         string
		folder, file os.FileMode
		sidecars     bool // the -wal and the -shm of a writer are there
	}{
		{"file and folder are read-only", 0o555, 0o444, false},
		{"only the folder is read-only", 0o555, 0o666, false},
		{"only the file is read-only", 0o777, 0o444, false},
		{"a writer has the file open", 0o555, 0o444, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(publicFolder(t), "agmem.db")
			writer := openOnce(t, path)
			m := add(t, writer, "kept")
			closing := writer.Close
			if c.sidecars {
				add(t, writer, "in the -wal")
				chmod(t, path+"-wal", 0o444)
				chmod(t, path+"-shm", 0o444)
				defer func() { _ = closing() }()
			} else if err := closing(); err != nil {
				t.Fatal(err)
			}
			chmod(t, path, c.file)
			chmod(t, filepath.Dir(path), c.folder)
			out := asNobody(t, "get", path, m.ID)
			listed := `get "kept" 0, list 1`
			if c.sidecars {
				listed = `get "kept" 0, list 2`
			}
			if !strings.Contains(out, listed) || !strings.Contains(out, "add denied: ") || !strings.Contains(out, path) {
				t.Errorf("the reader met %q", out)
			}
		})
	}
}

// A database that was read-only for a while leaves a -shm or a -wal that cannot
// be written. Its owner writes all the same; others are told which file it is.
func TestWritingBesideFilesOfAReadOnlyTime(t *testing.T) {
	for _, c := range []struct {
		name, sidecar string
		own           bool
		says          string
	}{
		{"own -shm", "-shm", true, `get "kept" 1, list 1`},
		{"own -wal", "-wal", true, `get "kept" 1, list 1`},
		{"-shm of another user", "-shm", false, "agmem.db-shm"},
		{"-wal of another user", "-wal", false, "agmem.db-wal"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !c.own && os.Getuid() != 0 {
				t.Skip("FILES OF ANOTHER USER ARE NOT TESTED: only root can make them")
			}
			path := filepath.Join(publicFolder(t), "agmem.db")
			s := openOnce(t, path)
			m := add(t, s, "kept")
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			write(t, path+c.sidecar, "")
			chmod(t, path+c.sidecar, 0o400)
			files := []string{filepath.Dir(path), path}
			if c.own {
				files = append(files, path+c.sidecar)
			}
			for _, file := range files {
				if os.Getuid() == 0 {
					if err := os.Chown(file, nobody, nobody); err != nil {
						t.Fatal(err)
					}
				}
			}
			out := asNobody(t, "get", path, m.ID)
			if !strings.Contains(out, c.says) || c.own == strings.Contains(out, "denied") {
				t.Errorf("it met %q, want %q", out, c.says)
			}
		})
	}
}

func chmod(t *testing.T, path string, mode os.FileMode) {
	t.Helper()
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

// publicFolder returns a folder that other users can reach.
func publicFolder(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for f := folder; f != filepath.Dir(f) && strings.HasPrefix(f, os.TempDir()) && f != os.TempDir(); f = filepath.Dir(f) {
		chmod(t, f, 0o755)
	}
	t.Cleanup(func() { chmod(t, folder, 0o755) }) // so that it can be removed
	return folder
}

// asNobody runs a helper with the rights of nobody where the test has those of
// root, for whom nothing is read-only.
func asNobody(t *testing.T, name string, args ...string) string {
	t.Helper()
	cmd := helper(t, name, args...)
	if os.Getuid() == 0 {
		exe, err := os.ReadFile(cmd.Path)
		if err != nil {
			t.Fatal(err)
		}
		cmd.Path = filepath.Join(publicFolder(t), "helper")
		if err := os.WriteFile(cmd.Path, exe, 0o755); err != nil {
			t.Fatal(err)
		}
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		cmd.Dir = "/"
	}
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %s", err, problems.String())
	}
	return out.String()
}
