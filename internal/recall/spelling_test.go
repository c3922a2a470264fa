package recall

import (
	"math/rand/v2"
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

// Random words of few letters, so that they are near each other: the distance
// is the one of the definition up to the limit, and the same both ways.
func TestDistance(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, letters := range [][]rune{[]rune("ab"), []rune("abcde"), []rune("абв"), []rune("aбcд")} {
		for range 1500 {
			a, b := randomWord(r, letters), randomWord(r, letters)
			s := NewSpeller(string(a))
			limit := s.MaxDistance()
			want := min(osa(a, b), limit+1)
			if !s.ascii || isPlain(string(b)) {
				if got := s.Distance([]byte(string(b))); got != want {
					t.Fatalf("%s is %d away from %s, want %d", string(b), got, string(a), want)
				}
			}
			if len(a) != len(b) || s.ascii != isPlain(string(b)) {
				continue // another size may have another limit
			}
			if got := NewSpeller(string(b)).Distance([]byte(string(a))); got != want {
				t.Fatalf("%s to %s is %d, back %d", string(a), string(b), want, got)
			}
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
		if d := s.MaxDistance(); low > max(len(runes)-d, minSpellable) || high < len(runes)+d {
			t.Errorf("%s: sizes %d to %d, distance %d", word, low, high, d)
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
		{"cahce", "cache"}, {"настрйока", "настройка"}, {"сервр", "сервер"}, {"фервер", "сервер"},
		{"teh", ""}, {"often", ""}, // the and after carry nothing
		{"xylophone", ""}, {"zz", ""}, {"兼窑", ""},
	} {
		if got := corrected(store, c.typed); got != c.meant {
			t.Errorf("%s is taken for %q, want %q", c.typed, got, c.meant)
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
