package handover

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// The file names of the two builds, without the extension of a system.
const (
	Light = "agmem"
	Full  = "agmem-full"
)

// Find returns the path of the full build: beside the file that runs, beside
// the link that it was called by, or in $PATH. What is beside the running
// file comes first because it was installed together with it.
func Find(called string) (string, bool) {
	for _, program := range []string{running(), called} {
		if path, ok := Beside(program, Full); ok {
			return path, true
		}
	}
	path, err := exec.LookPath(Full) // never one in the working folder: that is an error
	return path, err == nil
}

// running returns the path of the running file behind all links, or an empty
// one where the system does not say it.
func running() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	if behind, err := filepath.EvalSymlinks(path); err == nil {
		return behind
	}
	return path // it was replaced while it runs; its folder is still right
}

// Beside returns the path of a build in the folder of a program, absolute. A
// program without a folder in its name was found in $PATH and has no place.
func Beside(program, build string) (string, bool) {
	if !strings.ContainsRune(filepath.ToSlash(program), '/') {
		return "", false
	}
	if runtime.GOOS == "windows" {
		build += ".exe"
	}
	path, err := filepath.Abs(filepath.Join(filepath.Dir(program), build))
	if err != nil {
		return "", false
	}
	if _, err := exec.LookPath(path); err != nil { // it has to be a file that can be run
		return "", false
	}
	return path, true
}
