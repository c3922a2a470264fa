//go:build linux || darwin

package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// canaryFolder is beside the folder of the lines. Its owner is the user that
// they run as, so nothing but the programs' own care keeps them from it.
const canaryFolder = "canary"

func makeCanary(area string) error {
	bank := regularFiles()["files/bank.json"]
	for name, content := range map[string]string{
		"bank.json": bank, "damaged.json": bank[:80], "banks/tasks.json": bank, "banks/damaged.json": bank[:70],
		"docs/card.md": card("Outside", "[[pitfalls]]"), "docs/pitfalls.md": card("Outside too", "[[card]]"),
		"archive/x.md": card("Archived", ""), "plain": "2026-01-01\n",
	} {
		if err := write(area, canaryFolder+"/"+name, content); err != nil {
			return err
		}
	}
	return nil
}

// snapshot describes all that is in an area beside the folder of the lines, by
// its name. The time that the system keeps of a file changes with every write.
func snapshot(area string) (map[string]string, error) {
	all := make(map[string]string)
	err := filepath.WalkDir(area, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if path == filepath.Join(area, linesFolder) {
			return fs.SkipDir
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		all[path] = fmt.Sprint(info.Mode(), info.Size(), info.ModTime().UnixNano(), changed(info.Sys().(*syscall.Stat_t)))
		return nil
	})
	return all, err
}

// differences says what happened between two snapshots.
func differences(before, after map[string]string) string {
	var all []string
	for _, name := range sortedNames(before) {
		switch now, there := after[name]; {
		case !there:
			all = append(all, "removed "+name)
		case now != before[name]:
			all = append(all, "changed "+name)
		}
	}
	for _, name := range sortedNames(after) {
		if _, there := before[name]; !there {
			all = append(all, "made "+name)
		}
	}
	return strings.Join(all, ", ")
}

// temporaries returns the names of temporary files below a folder: those that
// the programs call so, and everything in the folder for temporary files.
func temporaries(folder string) []string {
	var found []string
	_ = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil // what cannot be read cannot have been written either
		}
		inTemp := filepath.Dir(path) == filepath.Join(folder, tempFolder)
		if name := d.Name(); inTemp || strings.HasPrefix(name, ".") && strings.HasSuffix(name, ".tmp") {
			found = append(found, strings.TrimPrefix(path, folder+string(os.PathSeparator)))
		}
		return nil
	})
	return found
}
