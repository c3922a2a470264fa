package secrets

import "strings"

// pairs are the letters that often follow each letter of the alphabet in English
// and in names of programs: four of five pairs are among them. They were counted in
// the documents of this repository and the sources of Go.
const pairs = "cdilmnrst elo aehklot eios acdeflmnprstwx aio e aeiot acdeglmnorst - e adeilosy aeip acdeginost cdlmnoprstuw aelor u " +
	"aeinorst eiopstu acehiorstuy elnrst ae ir p p -"

// isWordy says whether most letters of a text belong to words, as in
// oauth2TokenEndpoint, and not to something random.
func isWordy(text string) bool {
	letters, inWords := 0, 0
	for start := 0; start < len(text); {
		if !isLower(text[start] | 0x20) {
			start++
			continue
		}
		end := wordEnd(text, start)
		letters += end - start
		if isLikeWord(text[start:end]) {
			inWords += end - start
		}
		start = end
	}
	return inWords > 0 && 2*inWords >= letters
}

// wordEnd returns the end of a run of letters that may be a word: all small, all
// large, or small behind one large.
func wordEnd(text string, start int) int {
	end := start + 1
	if end < len(text) && isUpper(text[start]) && isUpper(text[end]) {
		for end < len(text) && isUpper(text[end]) {
			end++
		}
		return end
	}
	for end < len(text) && isLower(text[end]) {
		end++
	}
	return end
}

// isLikeWord says whether most letters of a run follow each other as in words.
func isLikeWord(run string) bool {
	const shortest = 4
	if len(run) < shortest {
		return false
	}
	followers := followersOf()
	often := 0
	for i := 1; i < len(run); i++ {
		if followers[(run[i-1]|0x20)-'a']&(1<<((run[i]|0x20)-'a')) != 0 {
			often++
		}
	}
	return 2*often > len(run)-1
}

// followersOf returns a set of letters for each letter.
func followersOf() (sets [26]uint32) {
	letter := 0
	for i := range len(pairs) {
		switch c := pairs[i]; {
		case c == ' ':
			letter++
		case isLower(c):
			sets[letter] |= 1 << (c - 'a')
		}
	}
	return sets
}

// fillers are texts that stand in the place of a secret, in small letters.
const fillers = "example placeholder changeme change_me change-me replace your_ your- yoursecret yourtoken yourpass yourapi redacted dummy sample " +
	"xxxx **** .... ---- ____ 12345 abcde qwerty deadbeef cafebabe foobar password passwd passw0rd p@ssw0rd secret hunter test fake mock demo " +
	"todo insert hidden masked removed sesame letmein none null undefined"

// isPlaceholder says whether a value is there only until somebody writes the real one.
func isPlaceholder(text string) bool {
	if isTemplate(text) || isExample(text) {
		return true
	}
	small := strings.ToLower(text)
	for filler := range strings.FieldsSeq(fillers) {
		if strings.Contains(small, filler) {
			return true
		}
	}
	return false
}

// isTemplate says whether a value is one that something else is put into.
func isTemplate(text string) bool {
	for _, mark := range []string{"${", "{{", "$(", "<%", "%(", "{}", "%s", "%v", "%d", "%q", "...", "…", "://"} {
		if strings.Contains(text, mark) {
			return true
		}
	}
	first, last := text[0], text[len(text)-1]
	return first == '$' && !strings.ContainsAny(text[1:], "!@#$%^&*") || first == '<' && last == '>' || first == '{' && last == '}' ||
		first == '[' && last == ']' || first == '%' && last == '%' || first == '/' && isWordy(text) || strings.HasPrefix(text, "./") || strings.HasPrefix(text, "~/")
}

// isExample says whether a token is one of a document: it says so, or nobody would
// draw it by chance.
func isExample(token string) bool {
	if strings.Contains(strings.ToLower(token), "example") {
		return true
	}
	steps, same, longest := 0, 0, 0
	for i := 1; i < len(token); i++ {
		if token[i] == token[i-1]+1 {
			steps++
		}
		if token[i] == token[i-1] {
			same++
			longest = max(longest, same)
		} else {
			same = 0
		}
	}
	return longest >= 5 || 2*steps >= len(token) || entropy(token) < 2.3
}

// looksLikeCode says whether a value without quotes is an expression.
func looksLikeCode(text string) bool {
	return strings.ContainsAny(text, "()[]{}<>|") || strings.Contains(text, "&&") || strings.Contains(text, "->") ||
		strings.Contains(text, "==") || strings.Contains(text, "::")
}

// looksLikePath says whether a text is made of the parts of a path or of a name
// with points, more than of anything random.
func looksLikePath(text string) bool {
	if !strings.ContainsAny(text, "/.") {
		return false
	}
	wordy, parts := 0, 0
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune("/.-_:", r) }) {
		parts++
		if len(part) < 3 || isWordy(part) || strings.Trim(part, "0123456789") == "" {
			wordy++
		}
	}
	return parts > 2 && 3*wordy >= 2*parts
}
