package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// archive is a package of a registry in one version.
type archive struct {
	fetch, unpack []string // commands; the folder they run in gets the file
	file, sum     string
	licence       string // path of the licence in it
}

func npm(name, version, sum string) archive {
	file := strings.ReplaceAll(strings.TrimPrefix(name, "@"), "/", "-") + "-" + version + ".tgz"
	return archive{fetch: []string{"npm", "pack", "--silent", name + "@" + version}, unpack: []string{"tar", "-xzf", file},
		file: file, sum: sum, licence: "package/LICENSE"}
}

// scowl is SCOWL, lists of English words by how common they are.
func scowl() archive {
	const file = "scowl_2020.12.07-2_all.deb"
	return archive{fetch: []string{"apt-get", "download", "scowl=2020.12.07-2"}, unpack: []string{"dpkg", "-x", file, "."},
		file: file, sum: "de692546df9b169f2cbdf4d8d88111a374733a9c382b820a6f943914ca705718",
		licence: "usr/share/doc/scowl/copyright"}
}

// list is a list of words of programming.
type list struct {
	archive
	// whole takes every word; of other lists those are taken that an earlier
	// list has too. A word of the libraries of one language alone may be a name
	// that few people know.
	whole bool
}

func lists() []list {
	return []list{
		{npm("@cspell/dict-software-terms", "5.4.9", "8f3ffc39169cadedf9aeb9e73d1a3ecf585e77cd31be1fba46fc8acbe582c5b7"), true},
		{npm("@cspell/dict-filetypes", "3.0.18", "af83059f71ca3432de3c56f232cf54b3220473942a7fa1780678ecdbe992b422"), true},
		{npm("@cspell/dict-python", "4.5.2", "12d032ac47ecca13bb5b77f2e150604893107c8b7851f13e6b32219aede80e76"), true},
		{npm("@cspell/dict-golang", "6.0.29", "b2d320160d14cde92c75508693dcb357887baf7c957f6a71d2c2e629f2967415"), false},
		{npm("@cspell/dict-node", "5.0.9", "37f90a6b92b52ebb25f40ce94061ee19f0300a86301d8a259847734d81d09b32"), false},
		{npm("@cspell/dict-typescript", "3.2.3", "34982265c7f6dffe938e1b125d9534c1c67753aca63dd18d6545bc5265eb79c7"), false},
	}
}

// open fetches and unpacks an archive into a folder of its own.
func (a archive) open(work string) (folder string, err error) {
	folder = filepath.Join(work, a.file+".d")
	if err := os.Mkdir(folder, 0o755); err != nil {
		return "", err
	}
	if err := runIn(folder, a.fetch); err != nil {
		return "", err
	}
	data, err := os.ReadFile(filepath.Join(folder, a.file))
	if err != nil {
		return "", err
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != a.sum {
		return "", fmt.Errorf("%s has the sum %x, not %s", a.file, sum, a.sum)
	}
	return folder, runIn(folder, a.unpack)
}

func runIn(folder string, command []string) error {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir = folder
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(command, " "), err, out)
	}
	return nil
}

// texts returns the lines of the word lists of a package, plain or compressed.
func texts(folder string) ([]string, error) {
	var files []string
	for _, pattern := range []string{"package/dict/*.txt", "package/dict/*.txt.gz", "package/*.txt.gz"} {
		found, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s holds no list of words", folder)
	}
	var lines []string
	for _, file := range files {
		text, err := readText(file)
		if err != nil {
			return nil, err
		}
		lines = append(lines, strings.Split(text, "\n")...)
	}
	return lines, nil
}

func readText(file string) (string, error) {
	data, err := os.ReadFile(file)
	if err != nil || filepath.Ext(file) != ".gz" {
		return string(data), err
	}
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return "", err
	}
	data, err = io.ReadAll(r)
	return string(data), err
}
