package recall

import "testing"

func TestMalformed(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "cats and dogs": "", "cats NOT dogs": "", "cats AND (dogs OR mice)": "", `"NOT cats"`: "", "a - b": "", "cats -dogs": "", "pre*": "",
		"NOT cats": "NOT", "cats AND": "AND", "OR cats": "OR", "-cats": "-", `cats "dogs`: `"`, "cats OR (dogs": "(", "cats NOT ()": "NOT",
		// In a sentence they are words.
		"do NOT delete cats": "NOT", `all that I said of the "cats"`: `"`, "what is there of cats -dogs": "-", "what are the cats and dogs": "", "what is there of cat*": "*",
	} {
		if got := Malformed(text); got != want {
			t.Errorf("Malformed(%q) = %q, want %q", text, got, want)
		}
	}
}
