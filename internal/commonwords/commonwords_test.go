package commonwords

import (
	"slices"
	"strings"
	"testing"
)

func TestHas(t *testing.T) {
	for _, word := range strings.Fields(`static write home house houses walked walking lexer lexers mutex async callback
		callbacks tuple nginx kubectl docker kubernetes grpc colour color shouldnt michael texas july`) {
		if !Has(word) {
			t.Errorf("%s is not common", word)
		}
	}
	for _, word := range strings.Fields(`dokcer kuberntes postgers recieve seperate hous wirte thier
		housed1 House abc ca zz`) {
		if Has(word) {
			t.Errorf("%s is common", word)
		}
	}
	for _, word := range []string{"", "a", "café", "-", "static ", "staticstatic", "\x00", "\xff"} {
		if Has(word) {
			t.Errorf("%q is common", word)
		}
	}
}

// Every word of the list is found, and a word that differs from one in its
// last letter alone is found where it is in the list too. That is looked at
// for every ninth word.
func TestListHoldsWhatItLists(t *testing.T) {
	all := listed(automaton(words))
	if len(all) < 50_000 || len(words) > 150<<10 {
		t.Fatalf("%d words in %d bytes", len(all), len(words))
	}
	slices.Sort(all)
	if len(slices.Compact(slices.Clone(all))) != len(all) {
		t.Error("a word is listed twice")
	}
	for i, word := range all {
		if len(word) < 4 || !Has(word) {
			t.Fatalf("%q is listed", word)
		}
		if i%9 != 0 {
			continue
		}
		for letter := byte('a'); letter <= 'z'; letter++ {
			other := word[:len(word)-1] + string(letter)
			if _, found := slices.BinarySearch(all, other); found != Has(other) {
				t.Fatalf("Has(%q) is %v", other, !found)
			}
		}
	}
}

// listed returns the words of an automaton that has no circle.
func listed(a automaton) []string {
	var all []string
	var visit func(at int, prefix string)
	visit = func(at int, prefix string) {
		for at >= 0 {
			e := a.edge(at)
			word := prefix + string(e.letter)
			if e.word {
				all = append(all, word)
			}
			visit(e.to, word)
			if e.last {
				return
			}
			at += e.size
		}
	}
	visit(0, "")
	return all
}

// Whatever the list holds, asking it ends and does not panic.
func FuzzHas(f *testing.F) {
	f.Add([]byte(words[:200]), "static")
	f.Add([]byte{0, 0x80}, "aa")
	f.Add([]byte{0xff, 0xff}, "zz")
	f.Add([]byte{address << 5, 0}, "aaaaaaaaaaaaaaaa")
	f.Fuzz(func(t *testing.T, list []byte, word string) {
		if automaton(list).has(word) && (word == "" || len(list) == 0) {
			t.Errorf("an empty word or list has %q", word)
		}
	})
}

func BenchmarkHas(b *testing.B) {
	for b.Loop() {
		if !Has("internationally") || Has("kuberntes") {
			b.Fatal("the list is wrong")
		}
	}
}
