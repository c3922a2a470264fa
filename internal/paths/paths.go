// Package paths says in which folders agmem keeps its configuration, its data
// and what can be made again.
//
// It is written by hand because adrg/xdg reads the environment when a program
// starts, which every command would pay for, and which no test can change.
package paths

import (
	"runtime"
	"strings"

	"github.com/agmem/agmem"
)

// Environment looks up an environment variable, empty for one that is not
// set; os.Getenv is one.
type Environment func(name string) string

// ConfigFile returns the configuration file of all agmem programs:
// $AGMEM_CONFIG, else agmem/config.json in the configuration folder.
func ConfigFile(env Environment) (string, error) {
	if file := env("AGMEM_CONFIG"); file != "" {
		return file, nil
	}
	return system(env).inside(configuration(), "config.json")
}

// DatabaseFile returns the database of the local source: $AGMEM_DB, else
// agmem/agmem.db in the data folder.
func DatabaseFile(env Environment) (string, error) {
	if file := env("AGMEM_DB"); file != "" {
		return file, nil
	}
	return system(env).inside(data(), "agmem.db")
}

// DataDir returns agmem's folder for what cannot be made again.
func DataDir(env Environment) (string, error) { return system(env).inside(data()) }

// CacheDir returns agmem's folder for what can be fetched or made again, such
// as models.
func CacheDir(env Environment) (string, error) { return system(env).inside(cache()) }

// UserBanks returns the folder of the user's JSON banks. It is the one that
// slop-mcp uses on every platform, so that both meet.
func UserBanks(env Environment) (string, error) {
	p := system(env)
	folder := p.env("XDG_CONFIG_HOME")
	if !p.isAbsolute(folder) {
		home, err := p.home("XDG_CONFIG_HOME")
		if err != nil {
			return "", err
		}
		folder = p.join(home, ".config")
	}
	return p.join(folder, "slop-mcp", "memory"), nil
}

// Home returns the home folder of the user. An error names the variable that
// helps a caller instead, because it says where the caller's files are.
func Home(env Environment, instead string) (string, error) { return system(env).home(instead) }

// purpose is what a folder is for, with its name on every platform.
type purpose struct {
	xdg     string // the variable of the XDG base directory specification
	unix    string // below the home folder
	mac     string // below the home folder
	windows string // the variable that holds the folder
	profile string // on Windows below the profile, where that is not set
}

func configuration() purpose {
	return purpose{"XDG_CONFIG_HOME", ".config", "Library/Application Support", "AppData", `AppData\Roaming`}
}

func data() purpose {
	return purpose{"XDG_DATA_HOME", ".local/share", "Library/Application Support", "LocalAppData", `AppData\Local`}
}

func cache() purpose {
	return purpose{"XDG_CACHE_HOME", ".cache", "Library/Caches", "LocalAppData", `AppData\Local`}
}

// platform is an operating system, by its GOOS, and an environment on it.
type platform struct {
	os  string
	env Environment
}

func system(env Environment) platform { return platform{runtime.GOOS, env} }

// inside returns a path in agmem's own folder for the purpose.
func (p platform) inside(use purpose, names ...string) (string, error) {
	folder, err := p.folder(use)
	if err != nil {
		return "", err
	}
	return p.join(append([]string{folder, "agmem"}, names...)...), nil
}

func (p platform) folder(use purpose) (string, error) {
	// A relative folder would scatter stores over wherever a command happens
	// to run; the XDG specification says to ignore it.
	if folder := p.env(use.xdg); p.isAbsolute(folder) {
		return folder, nil
	}
	if p.os == "windows" {
		if folder := p.env(use.windows); p.isAbsolute(folder) {
			return folder, nil
		}
	}
	home, err := p.home("AGMEM_DB and AGMEM_CONFIG")
	if err != nil {
		return "", err
	}
	switch p.os {
	case "windows":
		return p.join(home, use.profile), nil
	case "darwin", "ios":
		return p.join(home, use.mac), nil
	default:
		return p.join(home, use.unix), nil
	}
}

func (p platform) home(instead string) (string, error) {
	name := "HOME"
	if p.os == "windows" {
		name = "USERPROFILE"
	}
	home := p.env(name)
	if p.isAbsolute(home) {
		return home, nil
	}
	state := "is not set"
	if home != "" {
		state = "is not an absolute path"
	}
	return "", agmem.Errorf(agmem.Unavailable, "cannot find your files: $%s %s", name, state).
		WithHint("set %s, or say where they are with %s", name, instead)
}

// isAbsolute is filepath.IsAbs for any platform, so that all of them can be
// tested on one.
func (p platform) isAbsolute(path string) bool {
	if p.os != "windows" {
		return strings.HasPrefix(path, "/")
	}
	isSeparator := func(i int) bool { return len(path) > i && (path[i] == '\\' || path[i] == '/') }
	if isSeparator(0) && isSeparator(1) {
		return true
	}
	return len(path) > 1 && path[1] == ':' && isSeparator(2)
}

func (p platform) join(names ...string) string {
	separator := "/"
	if p.os == "windows" {
		separator = `\`
	}
	for i := range names[:len(names)-1] {
		names[i] = strings.TrimRight(names[i], separator)
	}
	return strings.Join(names, separator)
}
