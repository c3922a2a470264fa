package frontmatter_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/agmem/agmem/internal/frontmatter"
)

func TestRealVault(t *testing.T) {
	data := os.Getenv("AGMEM_TESTDATA")
	if data == "" {
		t.Skip("AGMEM_TESTDATA is not set: editing the foam documentation (foambubble/foam) is not tested")
	}
	files, withFields := 0, 0
	err := filepath.WalkDir(filepath.Join(data, "vault", "foam-docs"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".md" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		if block, ok := frontmatter.Cut(text); ok {
			withFields++
			editInPlace(t, path, text, block)
		}
		return nil
	})
	if err != nil || files < 50 || withFields == 0 {
		t.Fatalf("%d files, %d of them with frontmatter, %v", files, withFields, err)
	}
	t.Logf("%d files, %d of them with frontmatter", files, withFields)
}

// editInPlace sets each field to its own text and adds and removes a new one.
func editInPlace(t *testing.T, path string, text []byte, block frontmatter.Block) {
	t.Helper()
	fields, err := frontmatter.Parse(text[block.YAML.Start:block.YAML.End])
	if err != nil {
		t.Errorf("%s: %v", path, err)
		return
	}
	for _, f := range fields {
		if f.Kind != frontmatter.Scalar {
			continue
		}
		if same, err := frontmatter.Set(text, f.Name, f.Text); err != nil || !bytes.Equal(same, text) {
			t.Errorf("%s: setting %s to its own text: %v", path, f.Name, err)
		}
	}
	for _, value := range []string{"2026-11-21", "a: \"b\" # c"} {
		added, err := frontmatter.Set(text, "agmem-test", value)
		if err != nil || len(added) <= len(text) {
			t.Errorf("%s: %d bytes, %v", path, len(added), err)
			continue
		}
		if removed, err := frontmatter.Remove(added, "agmem-test"); err != nil || !bytes.Equal(removed, text) {
			t.Errorf("%s: a field that is added and removed leaves another text, %v", path, err)
		}
	}
}
