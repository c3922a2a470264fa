package agmem_test

import (
	"path/filepath"
	"testing"

	"github.com/agmem/agmem"
)

func TestWhatIsInTheFolderOfAProject(t *testing.T) {
	root, err := filepath.Abs("root")
	if err != nil {
		t.Fatal(err)
	}
	p := agmem.Project{Repository: "host/a", Root: root}
	for folder, want := range map[string]string{
		root: "host/a", filepath.Join(root, "a", "b"): "host/a",
		root + "-beside": "", filepath.Dir(root): "", "": "", "root": "",
	} {
		if got := p.Of(folder); got != want {
			t.Errorf("%q is of %q", folder, got)
		}
	}
	if got := (agmem.Project{Repository: "host/a"}).Of(root); got != "" {
		t.Errorf("without a folder %q", got)
	}
}
