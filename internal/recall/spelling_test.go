package recall

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// osa is the optimal string alignment distance by its definition.
func osa(a, b []rune) int {
	if len(a) == 0 || len(b) == 0 {
		return len(a) + len(b)
	}
	m, n := len(a), len(b)
	change := osa(a[:m-1], b[:n-1])
	if a[m-1] != b[n-1] {
		change++
	}
	d := min(change, osa(a[:m-1], b)+1, osa(a, b[:n-1])+1)
	if m > 1 && n > 1 && a[m-1] == b[n-2] && a[m-2] == b[n-1] {
		d = min(d, osa(a[:m-2], b[:n-2])+1)
	}
	return d
}

// Random words of few letters, so that they are near each other: the number
// of edits is the one of the definition up to the limit, and a distance is
// what these edits may cost.
func TestDistance(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, letters := range [][]rune{[]rune("ab"), []rune("abcde"), []rune("абв"), []rune("aбcд")} {
		for range 1500 {
			a, b := randomWord(r, letters), randomWord(r, letters)
			s := NewSpeller(string(a))
			limit, far := s.maxEdits(), s.MaxDistance()+1
			edits := osa(a, b)
			got := s.Distance([]byte(string(b)))
			if s.cand = b; s.edits(limit) != min(edits, limit+1) {
				t.Fatalf("%s is %d edits away from %s, want %d", string(b), s.edits(limit), string(a), edits)
			}
			switch {
			case s.ascii && !isPlain(string(b)), len(b) < minMisspelt: // may be passed over
			case edits > limit && got != far:
				t.Fatalf("%s is %d away from %s, want none for %d edits", string(b), got, string(a), edits)
			case edits <= limit && (got < min(costDoubling*edits, far) || got > costExtra*edits+costFirst):
				t.Fatalf("%s is %d away from %s, by %d edits", string(b), got, string(a), edits)
			}
		}
	}
}

// Commoner mistakes cost less than others that change as many letters, and a
// wrong first letter costs more than the same elsewhere.
func TestMistakes(t *testing.T) {
	for _, c := range []struct {
		meant, typed string
		want         int
	}{
		{"deployment", "deployment", 0}, {"deployment", "depolyment", costSwapped}, {"committed", "comitted", costDoubling},
		{"deployment", "deplloyment", costDoubling}, {"deployment", "deployent", costMissing}, {"kubernetes", "kubrnetes", costMissedWeak},
		{"deployment", "deployxment", costExtra}, {"deployment", "deployement", costExtraWeak}, {"deployment", "deployvment", costExtra},
		{"deployment", "deploymrent", costExtraKey}, {"deployment", "deploxment", costOther}, {"deployment", "deplotment", costOtherKey},
		{"deployment", "daployment", costOtherVowel}, {"deployment", "teployment", costSameSound + costFirst},
		{"deployment", "eployment", costMissing + costFirst}, {"настройка", "нстройка", costMissedWeak},
	} {
		if got := NewSpeller(c.typed).Distance([]byte(c.meant)); got != c.want {
			t.Errorf("%s for %s costs %d, want %d", c.typed, c.meant, got, c.want)
		}
	}
	for keys, want := range map[string]bool{"qw": true, "qa": true, "wa": true, "az": true, "sz": true, "nm": true, "lp": true,
		"lo": true, "pa": false, "lz": false, "qs": false, "aж": false, "  ": false} {
		r := []rune(keys)
		if areNeighbours(r[0], r[1]) != want || areNeighbours(r[1], r[0]) != want {
			t.Errorf("%s are neighbours: want %v", keys, want)
		}
	}
}

func randomWord(r *rand.Rand, letters []rune) []rune {
	w := make([]rune, 3+r.IntN(5))
	for i := range w {
		w[i] = letters[r.IntN(len(letters))]
	}
	return w
}

// No word within reach is passed over by its size.
func TestSizes(t *testing.T) {
	for _, word := range []string{"abc", "abcd", "abcde", "abcdefghij", "ключ", "настройка"} {
		s := NewSpeller(word)
		low, high := s.Sizes()
		runes := []rune(word)
		if d := s.maxEdits(); d > 0 && (low > max(len(runes)-d, minMisspelt) || high < len(runes)+d) {
			t.Errorf("%s: sizes %d to %d, %d edits", word, low, high, d)
		}
	}
}

func TestIsSpellable(t *testing.T) {
	for word, want := range map[string]bool{
		"docker": true, "ключ": true, "café": true, "abc": true,
		"ab": false, "": false, "v12": false, "c++": false, "~docker": false, "兼容性": false, "データ": false,
		"docker-compose": false, "abcdefghijklmnopqrstuvwxyzabcdefg": false,
	} {
		if IsSpellable(word) != want {
			t.Errorf("IsSpellable(%q) = %v", word, !want)
		}
	}
}

// What people type and what they meant, among the words of a store with how
// many memories have them.
func TestCorrections(t *testing.T) {
	store := map[string]int{
		"docker": 40, "locker": 3, "dock": 5, "kubernetes": 20, "postgres": 30, "posters": 1, "migrate": 12,
		"server": 80, "serve": 9, "sever": 1, "cache": 30, "catch": 12, "the": 200, "after": 50, "настройка": 5, "сервер": 9,
		"authentication": 8, "receive": 4, "兼容": 7,
	}
	for _, c := range []struct{ typed, meant string }{
		{"dokcer", "docker"}, {"dcoker", "docker"}, {"docekr", "docker"}, {"doker", "docker"},
		{"kuberntes", "kubernetes"}, {"kubernets", "kubernetes"}, {"kubenretes", "kubernetes"},
		{"postgers", "postgres"}, {"postgress", "postgres"}, {"migrat", "migrate"}, {"sevrer", "server"},
		{"recieve", "receive"}, {"autentication", "authentication"}, {"athentification", "authentication"},
		{"cahce", "cache"}, {"настрйока", "настройка"}, {"сервр", "сервер"}, {"фастройка", "настройка"},
		{"teh", ""}, {"often", ""}, // the and after carry nothing
		{"xylophone", ""}, {"zz", ""}, {"兼窑", ""},
	} {
		if got := corrected(store, c.typed); got != Fold(c.meant) {
			t.Errorf("%s is taken for %q, want %q", c.typed, got, c.meant)
		}
	}
}

// Words that nobody misspelt stay what they are in a store that lacks them:
// common ones because they are common, technical ones because what is near
// them is not what people write by mistake.
func TestOrdinaryWordsStay(t *testing.T) {
	store := map[string]int{
		"status": 9, "site": 7, "come": 12, "layer": 8, "mute": 2, "grep": 5, "engine": 6, "cubicle": 1, "node": 9, "main": 30,
		"make": 40, "notes": 9, "tread": 2, "bad": 9, "state": 9, "code": 20, "types": 9, "config": 9, "query": 9, "batch": 4,
		"remember": 4, "read": 9, "form": 3, "from": 90, "policy": 2, "price": 2, "moan": 1, "grid": 3, "fib": 1,
	}
	for _, typed := range strings.Fields(`static write home lexer lexers mutex grpc nginx kubectl nodes mode maze pain pair nodejs thread threads
		lab sad fab bud december december's read form farm police pride moon
		mako kconfig xquery sbatch fzf ctypes ripgrep zod`) {
		if got := corrected(store, typed); got != "" {
			t.Errorf("%s is taken for %q", typed, got)
		}
	}
}

// corrected returns the word of a store that the only word of a question is
// corrected to.
func corrected(store map[string]int, typed string) string {
	p := NewPlan(Question{Word(typed)}, typed)
	model := BM25{Docs: 300, AvgLength: 20}
	speller := NewSpeller(Fold(typed))
	var similar []Similar
	for word, df := range store {
		word = Fold(word)
		if d := speller.Distance([]byte(word)); IsSpellable(word) && d <= speller.MaxDistance() {
			similar = append(similar, Similar{Word: word, Distance: d, DF: df})
		}
	}
	for i := range p.Leaves {
		p.Weigh(i, 0, model)
		if p.Misspelt(i) && p.Correct(i, similar) {
			return p.Leaves[i].to[0]
		}
	}
	return ""
}

// Neither what is strict, excluded, an operator's nor a part of nothing is
// corrected.
func TestWhatIsNeverCorrected(t *testing.T) {
	for _, question := range []string{`"dokcer"`, "dokcer*", "dokcer AND x1", "x1 -dokcer", "兼容", "v1.2", "the"} {
		p := NewPlan(Parse(question), question)
		for i, l := range p.Leaves {
			p.Weigh(i, 0, BM25{Docs: 10, AvgLength: 10})
			if p.Misspelt(i) {
				t.Errorf("%s: %q may be taken for another word", question, l.Word)
			}
		}
	}
}
