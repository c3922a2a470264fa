package recall

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestFold(t *testing.T) {
	for _, c := range []struct{ what, text, want string }{
		{"case", "HeLLo", "hello"},
		{"accents", "Café Ñandú Šárka", "cafe nandu sarka"},
		{"combining accents", "Cafe\u0301", "cafe"},
		{"sharp s, small and capital", "Straße STRAẞE", "strasse strasse"},
		{"letters without a decomposition", "Ærø Łódź Œuvre Þór ðe", "aero lodz oeuvre thor de"},
		{"final sigma", "ΟΔΟΣ οδός", "οδοσ οδοσ"},
		{"dotless and dotted i", "Iıİi", "iiii"},
		{"Cyrillic", "Ёлка Йод", "елка иод"},
		{"full width", "ＡＢＣ１２", "abc12"},
		{"ligature", "ﬁle", "file"},
		{"Hangul, composed and in parts", "한국 \u1112\u1161\u11ab\u1100\u116e\u11a8", "한국 한국"},
		{"the voice mark of kana stays", "か\u3099 が か", "が が か"},
		{"half-width katakana", "ﾃﾞｰﾀ", "データ"},
		{"the signs of Devanagari stay", "हिन्दी", "हिन्दी"},
		{"the tone marks of Thai stay", "น้ำ", "น้\u0e4d\u0e32"},
		{"emoji", "🚀 👩‍💻", "🚀 👩‍💻"},
		{"Kelvin and superscripts", "K m²", "k m2"},
		{"nothing", "", ""},
		{"accents on nothing", "\u0301\u0300", ""},
	} {
		if got := Fold(c.text); got != c.want {
			t.Errorf("%s: Fold(%q) = %q, want %q", c.what, c.text, got, c.want)
		}
	}
}

// What is left as it is would not be changed by folding.
func TestFoldShortcuts(t *testing.T) {
	for first := rune(0); first < 0x10000; first++ {
		for _, second := range []rune{0, 'か', '한', '兼', 'ー', 'a'} {
			text := strings.TrimRight(string([]rune{first, second}), "\x00")
			if got, want := Fold(text), foldSlowly(text); got != want {
				t.Fatalf("Fold(%q) = %q, want %q", text, got, want)
			}
		}
	}
}

func FuzzFold(f *testing.F) {
	for _, s := range []string{"Straße", "ΟΔΟΣ", "İ", "か\u3099", "\xff\u0301", "ﷺ", "ǅ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			t.Skip("a word of a text is UTF-8 always")
		}
		folded := Fold(text)
		if !utf8.ValidString(folded) {
			t.Errorf("Fold(%q) = %q, which is not UTF-8", text, folded)
		}
		if again := Fold(folded); again != folded {
			t.Errorf("Fold(%q) = %q, folded again %q", text, folded, again)
		}
	})
}

// Whatever a text is, its tokens are in it in order, and the positions count
// without gaps.
func FuzzScan(f *testing.F) {
	for _, s := range []string{"docker-compose", "getUserById2", "don't", "ESM 兼容性", "ー々ー", "a-\u0301-b", "\u0301", "c++ c# x++y", "v1.12.3-rc.1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		next, start := 0, 0
		positions := scan(text, func(tok token) {
			if tok.text == "" || len(tok.text) > maxWord || tok.width < 1 {
				t.Errorf("%q: token %+v", text, tok)
			}
			if tok.start < start || tok.end <= tok.start || tok.end > len(text) {
				t.Errorf("%q: token %+v does not lie after %d", text, tok, start)
			}
			start = tok.start
			if tok.kind != tokenWhole && tok.kind != tokenPair {
				if tok.pos != next {
					t.Errorf("%q: token %+v at position %d", text, tok, next)
				}
				next++
			}
		})
		if positions != next {
			t.Errorf("%q has %d positions, scan says %d", text, next, positions)
		}
		terms := Analyze(Document{Content: text})
		for i, p := range terms.Postings {
			if p.Freq < 1 || i > 0 && p.Term <= terms.Postings[i-1].Term {
				t.Errorf("%q: posting %d of %+v", text, i, terms.Postings)
			}
		}
	})
}

// A megabyte of anything is analysed as a whole; the word at its end is there.
func TestLongTexts(t *testing.T) {
	const size = 1 << 20
	for what, piece := range map[string]string{
		"words": "the quick brown fox ", "one word": "a", "accents": "é", "joiners": "a-", "humps": "aB",
		"apostrophes": "a'", "Chinese": "兼容性", "blanks": " ", "marks": "e\u0301", "zero-width": "\u200d",
		"invalid": "\xff", "digits": "1.", "plus": "c++ ", "emoji": "🚀", "Hangul": "한국어",
	} {
		text := strings.Repeat(piece, size/len(piece)) + " heron"
		terms := Analyze(Document{Content: text})
		if !hasTerm(terms, "heron") {
			t.Errorf("%s: the last word is lost", what)
		}
	}
}

func hasTerm(terms Terms, term string) bool {
	for _, p := range terms.Postings {
		if p.Term == term {
			return true
		}
	}
	return false
}
