package recall

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestSimilarities(t *testing.T) {
	for _, test := range []struct {
		a, b          string
		edit, trigram float64
	}{
		{"docker", "docker", 1, 1},
		// " do", "dok", "okc", "kce", "cer", "er " and " do", "doc", "ock", "cke", "ker", "er "
		{"dokcer", "docker", 1 - 1.0/6, 2.0 / 10},
		{"a", "b", 0, 0},
		{"", "", 1, 1},
		{"", "abc", 0, 0},
		{"é", "é", 1, 1},
	} {
		if got := EditSimilarity(test.a, test.b); math.Abs(got-test.edit) > 1e-9 {
			t.Errorf("EditSimilarity(%q, %q) = %v, want %v", test.a, test.b, got, test.edit)
		}
		if got := TrigramSimilarity(test.a, test.b); math.Abs(got-test.trigram) > 1e-9 {
			t.Errorf("TrigramSimilarity(%q, %q) = %v, want %v", test.a, test.b, got, test.trigram)
		}
	}
}

// EditSimilarity is the distance by its definition, whichever word comes first.
func TestEditSimilarityByDefinition(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	word := func() string {
		text := make([]byte, random.IntN(7))
		for i := range text {
			text[i] = "abc"[random.IntN(3)]
		}
		return string(text)
	}
	for range 500 {
		a, b := word(), word()
		want := 1 - float64(osa([]rune(a), []rune(b)))/float64(max(len(a), len(b), 1))
		if got := EditSimilarity(a, b); math.Abs(got-want) > 1e-9 {
			t.Fatalf("EditSimilarity(%q, %q) = %v, want %v", a, b, got, want)
		}
	}
}

func TestCountWords(t *testing.T) {
	for question, want := range map[string]int{
		"docker": 1, "docker compose": 2, "how does docker work": 2, "how": 1, "how from": 2,
		"docker OR podman": 0, `"docker compose" swarm`: 1, "docker NOT swarm": 0, "": 0, "docker-compose": 2,
	} {
		if got := CountWords(question); got != want {
			t.Errorf("%q has %d words, want %d", question, got, want)
		}
	}
}

// A loose demand lets through every word that is similar enough, and no other.
func TestLooseSpeller(t *testing.T) {
	for _, similarity := range []float64{0.4, 0.6, 0.7, 0.85} {
		s := NewSpeller("kuberntes")
		s.demand = Demand{Loose: true, Similarity: similarity}
		low, high := s.Sizes()
		for _, candidate := range []string{"kubernetes", "kuberntes", "kubern", "cubernet", "tuberoses", "number", "kubectl", "governess"} {
			want := EditSimilarity("kuberntes", candidate) >= similarity
			size := len(candidate)
			got := low <= size && size <= high && s.Distance([]byte(candidate)) <= s.MaxDistance()
			if got != want {
				t.Errorf("similarity %v: %s is let through: %v, want %v (%.2f)",
					similarity, candidate, got, want, EditSimilarity("kuberntes", candidate))
			}
		}
	}
}
