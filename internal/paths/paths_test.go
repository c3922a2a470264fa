package paths

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/agmem/agmem"
)

// set returns an environment with these variables alone.
func set(pairs ...string) Environment {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func TestFoldersOfEachPlatform(t *testing.T) {
	for _, c := range []struct {
		name, os                   string
		env                        Environment
		configuration, data, cache string
	}{
		{
			"linux", "linux", set("HOME", "/home/ada"),
			"/home/ada/.config/agmem", "/home/ada/.local/share/agmem", "/home/ada/.cache/agmem",
		},
		{
			"linux with XDG", "linux",
			set("HOME", "/home/ada", "XDG_CONFIG_HOME", "/c", "XDG_DATA_HOME", "/d/", "XDG_CACHE_HOME", "/e"),
			"/c/agmem", "/d/agmem", "/e/agmem",
		},
		{
			"relative XDG folders are ignored", "linux",
			set("HOME", "/home/ada", "XDG_CONFIG_HOME", "c", "XDG_DATA_HOME", "./d", "XDG_CACHE_HOME", "~/e"),
			"/home/ada/.config/agmem", "/home/ada/.local/share/agmem", "/home/ada/.cache/agmem",
		},
		{
			"XDG needs no home", "linux",
			set("XDG_CONFIG_HOME", "/c", "XDG_DATA_HOME", "/d", "XDG_CACHE_HOME", "/e"),
			"/c/agmem", "/d/agmem", "/e/agmem",
		},
		{
			"root as home", "linux", set("HOME", "/"),
			"/.config/agmem", "/.local/share/agmem", "/.cache/agmem",
		},
		{
			"mac", "darwin", set("HOME", "/Users/ada"),
			"/Users/ada/Library/Application Support/agmem",
			"/Users/ada/Library/Application Support/agmem",
			"/Users/ada/Library/Caches/agmem",
		},
		{
			"mac with XDG", "darwin", set("HOME", "/Users/ada", "XDG_DATA_HOME", "/d"),
			"/Users/ada/Library/Application Support/agmem", "/d/agmem", "/Users/ada/Library/Caches/agmem",
		},
		{
			"windows", "windows",
			set("AppData", `C:\Users\ada\AppData\Roaming`, "LocalAppData", `C:\Users\ada\AppData\Local`),
			`C:\Users\ada\AppData\Roaming\agmem`, `C:\Users\ada\AppData\Local\agmem`, `C:\Users\ada\AppData\Local\agmem`,
		},
		{
			"windows by profile", "windows", set("USERPROFILE", `\\server\home\ada`, "AppData", "Roaming"),
			`\\server\home\ada\AppData\Roaming\agmem`,
			`\\server\home\ada\AppData\Local\agmem`,
			`\\server\home\ada\AppData\Local\agmem`,
		},
		{
			"windows with XDG", "windows", set("USERPROFILE", `C:\Users\ada`, "XDG_CONFIG_HOME", "D:/c", "XDG_DATA_HOME", "/d"),
			`D:/c\agmem`, `C:\Users\ada\AppData\Local\agmem`, `C:\Users\ada\AppData\Local\agmem`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, f := range []struct {
				use  purpose
				want string
			}{{configuration(), c.configuration}, {data(), c.data}, {cache(), c.cache}} {
				got, err := platform{c.os, c.env}.inside(f.use)
				if err != nil || got != f.want {
					t.Errorf("%s: %q, %v; want %q", f.use.xdg, got, err, f.want)
				}
			}
		})
	}
}

func TestWithoutHome(t *testing.T) {
	for _, c := range []struct {
		os   string
		env  Environment
		says string
	}{
		{"linux", set(), "$HOME is not set"},
		{"linux", set("HOME", "here"), "$HOME is not an absolute path"},
		{"darwin", set(), "$HOME is not set"},
		{"windows", set("HOME", `C:\`), "$USERPROFILE is not set"},
		{"windows", set("USERPROFILE", `C:here`), "$USERPROFILE is not an absolute path"},
	} {
		_, err := platform{c.os, c.env}.inside(data())
		if agmem.KindOf(err) != agmem.Unavailable || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v (%v), want unavailable with %q", c.os, err, agmem.KindOf(err), c.says)
		}
	}
}

func TestFilesByVariable(t *testing.T) {
	env := set("AGMEM_CONFIG", "own.json", "AGMEM_DB", "/tmp/own.db")
	if got, err := ConfigFile(env); err != nil || got != "own.json" {
		t.Errorf("ConfigFile: %q, %v", got, err)
	}
	if got, err := DatabaseFile(env); err != nil || got != "/tmp/own.db" {
		t.Errorf("DatabaseFile: %q, %v", got, err)
	}
}

// The exported functions must agree with the platform that runs the test.
func TestFilesOfThisPlatform(t *testing.T) {
	root := t.TempDir()
	env := set("XDG_CONFIG_HOME", root, "XDG_DATA_HOME", root, "XDG_CACHE_HOME", root)
	for _, f := range []struct {
		name string
		of   func(Environment) (string, error)
		want string
	}{
		{"ConfigFile", ConfigFile, filepath.Join(root, "agmem", "config.json")},
		{"DatabaseFile", DatabaseFile, filepath.Join(root, "agmem", "agmem.db")},
		{"CacheDir", CacheDir, filepath.Join(root, "agmem")},
		{"DataDir", DataDir, filepath.Join(root, "agmem")},
	} {
		if got, err := f.of(env); err != nil || got != f.want {
			t.Errorf("%s: %q, %v; want %q", f.name, got, err, f.want)
		}
	}
}
