package embed

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/agmem/agmem"
)

// DefaultLocal is the local model that is fetched where none is named.
const DefaultLocal = "all-MiniLM-L6-v2"

// Manifest is the file in the folder of a model that is written last: without it
// a model is not there.
const Manifest = "agmem-model.json"

// ModelFolder returns where a local model is. A name that is a path is the folder
// itself; any other is a folder below that of models in the cache folder, which
// must not be empty.
func ModelFolder(cache, name string) (string, error) {
	if name == "" {
		name = DefaultLocal
	}
	if isPath(name) {
		return name, nil
	}
	if !isModelName(name) {
		return "", agmem.Errorf(agmem.Usage, "%q is not the name of a model", name).
			WithHint("a name has letters, digits, '.', '_', '-' and at most one '/', such as %s", DefaultLocal).
			WithStep(agmem.ActionConfigure, "embedding.model "+DefaultLocal)
	}
	if cache == "" {
		return "", agmem.Errorf(agmem.Unavailable, "the folder of models is unknown, because that of caches is").
			WithHint("set HOME or XDG_CACHE_HOME")
	}
	return filepath.Join(cache, "models", strings.ReplaceAll(name, "/", "--")), nil
}

// IsInstalled says whether the folder has a whole model. A folder that a person
// named by its path is not judged by our manifest.
func IsInstalled(folder, name string) bool {
	file := Manifest
	if isPath(name) {
		file = "model.safetensors"
	}
	info, err := os.Stat(filepath.Join(folder, file))
	return err == nil && info.Mode().IsRegular()
}

// isPath lets no relative path through: it would be another model in every
// folder.
func isPath(name string) bool { return filepath.IsAbs(name) }

// isModelName lets through what is a harmless name of a folder everywhere.
func isModelName(name string) bool {
	if len(name) > 100 || strings.Count(name, "/") > 1 {
		return false
	}
	for part := range strings.SplitSeq(name, "/") {
		if part == "" || part[0] == '.' || part[0] == '-' || strings.HasSuffix(part, ".") {
			return false
		}
		for _, r := range part {
			if !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-", r) {
				return false
			}
		}
	}
	return true
}
