package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// levels are the files of SCOWL that are taken: everyday words up to level 40
// of 95, names and abbreviations up to level 50. Words from higher levels are
// more often a misspelling of another than meant.
func levels() map[string][]string {
	everyday := []string{"10", "20", "35", "40"}
	names := []string{"10", "20", "35", "40", "50"}
	return map[string][]string{
		"words": everyday, "contractions": everyday,
		"abbreviations": names, "upper": names, "proper-names": names,
	}
}

// addAll adds the words of all sources and returns their licences, one after
// another.
func (s wordSet) addAll(work string) ([]byte, error) {
	var licences bytes.Buffer
	open := func(a archive) (string, error) {
		folder, err := a.open(work)
		if err != nil {
			return "", err
		}
		text, err := os.ReadFile(filepath.Join(folder, a.licence))
		fmt.Fprintf(&licences, "%s\n\n%s\n\n", a.file, bytes.TrimSpace(text))
		return folder, err
	}
	folder, err := open(scowl())
	if err != nil {
		return nil, err
	}
	if err := s.addScowl(filepath.Join(folder, "usr/share/dict/scowl")); err != nil {
		return nil, err
	}
	once := make(wordSet)
	for _, source := range lists() {
		folder, err := open(source.archive)
		if err != nil {
			return nil, err
		}
		found, err := terms(folder)
		if err != nil {
			return nil, err
		}
		for word := range found {
			if source.whole || once[word] {
				s.addTechnical(word)
			}
			once[word] = true
		}
	}
	return licences.Bytes(), nil
}

// addScowl adds the words of American and British English.
func (s wordSet) addScowl(folder string) error {
	for kind, of := range levels() {
		for _, region := range []string{"english", "american", "british", "british_z"} {
			for _, level := range of {
				text, err := os.ReadFile(filepath.Join(folder, region+"-"+kind+"."+level))
				if os.IsNotExist(err) {
					continue // not every region has words of every kind and level
				}
				if err != nil {
					return err
				}
				for line := range strings.Lines(plain(text)) {
					word := strings.TrimSuffix(strings.TrimSpace(line), "'s")
					s.add(strings.ReplaceAll(word, "'", ""))
				}
			}
		}
	}
	if !s["house"] || !s["july"] || !s["shouldnt"] || !s["colour"] {
		return fmt.Errorf("%s: a file is missing", folder)
	}
	return nil
}

// plain returns a text of SCOWL, which is in Latin-1, in small letters without
// accents.
func plain(text []byte) string {
	var b strings.Builder
	for _, c := range text {
		b.WriteRune(rune(c))
	}
	return strings.NewReplacer("à", "a", "á", "a", "â", "a", "ã", "a", "ä", "a", "å", "a", "ç", "c", "è", "e", "é", "e", "ê", "e",
		"ë", "e", "í", "i", "î", "i", "ï", "i", "ñ", "n", "ó", "o", "ô", "o", "ö", "o", "ø", "o", "û", "u", "ü", "u",
	).Replace(strings.ToLower(b.String()))
}

// part finds the words of an identifier.
var part = regexp.MustCompile(`[A-Z]?[a-z]+|[A-Z]+`)

// terms returns the words of an unpacked list, parts of identifiers each for
// itself.
func terms(folder string) (wordSet, error) {
	lines, err := texts(folder)
	if err != nil {
		return nil, err
	}
	found := make(wordSet)
	for _, line := range lines {
		line, _, _ = strings.Cut(line, "#") // a comment
		if strings.HasPrefix(line, "!") {
			continue // a word that the list forbids
		}
		for _, word := range part.FindAllString(line, -1) {
			found.add(strings.ToLower(word))
		}
	}
	return found, nil
}

// addTechnical adds a word of programming with its plural, which lists of terms
// leave out.
func (s wordSet) addTechnical(word string) {
	s.add(word)
	if !strings.HasSuffix(word, "s") {
		s.add(word + "s")
	}
}
