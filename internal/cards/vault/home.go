package vault

import (
	"os"
	"path/filepath"

	"github.com/agmem/agmem/internal/paths"
)

// mark is a file that makes its folder a home of cards.
const mark = ".memexrc"

// Home returns the home of the cards for a working directory: $MEMEX_HOME,
// else the nearest folder, from dir upwards, with a file .memexrc, else
// ~/.memex. Own says that it is not the one of a .memexrc, which any project can
// bring.
func Home(env paths.Environment, dir string) (home string, own bool, err error) {
	if home := env("MEMEX_HOME"); home != "" {
		if !filepath.IsAbs(home) {
			home = filepath.Join(dir, home)
		}
		return filepath.Clean(home), true, nil
	}
	for folder := dir; folder != ""; folder = filepath.Dir(folder) {
		if info, err := os.Stat(filepath.Join(folder, mark)); err == nil && info.Mode().IsRegular() {
			return folder, false, nil
		}
		if folder == filepath.Dir(folder) {
			break
		}
	}
	user, err := paths.Home(env, "MEMEX_HOME")
	if err != nil {
		return "", false, err
	}
	return filepath.Join(user, ".memex"), true, nil
}
