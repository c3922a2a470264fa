package bankfolder

import (
	"os"
	"path/filepath"

	"github.com/agmem/agmem/internal/paths"
)

// Places says where the banks of both scopes are.
type Places struct {
	// User is the folder of the user's banks; empty if unknown, and
	// then UserErr says why.
	User    string
	UserErr error
	// Project is the folder of the project's banks, and where they would be
	// made in the working directory if there is no project. It is empty
	// where the working directory is gone.
	Project      string
	ProjectFound bool
	// ProjectRoot is the folder of the project.
	ProjectRoot string
}

// projectFolder marks a project that keeps banks.
const projectFolder = ".slop-mcp"

// Locate finds the folders of banks for a working directory. A project is the
// nearest folder, from dir upwards, with a folder .slop-mcp in it; the search
// ends at the root of a git repository, and at the home folder, which itself
// is not a project.
func Locate(env paths.Environment, dir string) Places {
	var p Places
	p.User, p.UserErr = paths.UserBanks(env)
	if dir == "" {
		return p
	}
	home, _ := paths.Home(env, "") // without one, nothing stops the search early
	root := projectRoot(dir, home)
	p.ProjectFound = root != ""
	if !p.ProjectFound {
		root = dir
	}
	p.ProjectRoot = root
	p.Project = filepath.Join(root, projectFolder, "memory")
	return p
}

// projectRoot returns the folder of the project, empty for none.
func projectRoot(dir, home string) string {
	homeInfo, _ := os.Stat(home)
	for folder := filepath.Clean(dir); ; folder = filepath.Dir(folder) {
		if info, err := os.Stat(folder); err == nil && homeInfo != nil && os.SameFile(info, homeInfo) {
			return ""
		}
		if info, err := os.Stat(filepath.Join(folder, projectFolder)); err == nil && info.IsDir() {
			return folder
		}
		if _, err := os.Lstat(filepath.Join(folder, ".git")); err == nil || folder == filepath.Dir(folder) {
			return ""
		}
	}
}
