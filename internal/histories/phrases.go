package histories

import (
	"strings"
	"unicode"
)

// isInserted says whether a message of the user was written by the program: the
// output of a command, a reminder, a summary, the instructions of a project.
func isInserted(text string) bool {
	if len(text) > 1 && text[0] == '<' && unicode.IsLetter(rune(text[1])) {
		return true
	}
	return beginsWith(text, "Caveat:", "[Request interrupted", "[Image", "This session is being continued",
		"# AGENTS.md instructions", "Base directory for this skill", "Stop hook feedback")
}

// isRefusal says whether a result is not an error but a user who said no.
func isRefusal(output string) bool {
	return strings.Contains(output, "doesn't want to proceed") || strings.Contains(output, "doesn't want to take this action") ||
		strings.Contains(output, "rejected by user")
}

// isCorrection says whether a message tells the agent to do something otherwise,
// in enough words to be understood alone.
func isCorrection(text string) bool {
	lower := strings.ToLower(text)
	const least = 5 // words
	if strings.HasSuffix(lower, "?") || len(strings.Fields(lower)) < least {
		return false
	}
	return beginsWith(lower, "no, ", "no. ", "no - ", "no — ", "nope", "don't ", "do not ", "stop ", "never ", "always ", "actually, ", "actually ",
		"that's wrong", "that is wrong", "that's not", "that is not", "wrong", "not like that", "please don't ", "please do not ", "please always ",
		"please never ", "i said ", "i told you", "i meant ", "instead of ", "from now on", "remember that ", "remember to ", "remember: ",
		"we don't ", "we do not ", "we never ", "we always ", "you should have ", "you must ", "you forgot ", "as i said")
}

// isDecision says whether a sentence says what was decided.
func isDecision(sentence string) bool {
	lower := strings.ToLower(sentence)
	if strings.HasSuffix(lower, "?") || len(strings.Fields(lower)) < 5 || beginsWith(lower, "if ", "should ", "once ", "when ", "until ") {
		return false
	}
	return beginsWith(lower, "decision:", "**decision:**", "**decision**:") ||
		contains(lower, "we decided ", "i decided ", "i've decided ", "we've decided ", "we have decided ", "it was decided ",
			"we'll go with ", "we will go with ", "let's go with ", "i'll go with ", "going with ", "we agreed ", "we chose ", "i chose ", "we settled on ",
			"let's use ", "we'll use ", "we will use ")
}

// givesReason says whether a sentence says why.
func givesReason(sentence string) bool {
	lower := strings.ToLower(sentence)
	return beginsWith(lower, "decision:", "**decision") ||
		contains(lower, " because ", " since ", " so that ", " instead of ", " rather than ", " due to ", " to avoid ", ": ")
}

// isCause says whether a sentence says what an error came from, or what ended it.
func isCause(sentence string) bool {
	lower := strings.ToLower(sentence)
	if strings.HasSuffix(lower, "?") || len(strings.Fields(lower)) < 5 {
		return false
	}
	return contains(lower, "the problem was", "the issue was", "the cause was", "root cause", "fixed by ", "fixed it by", "the fix was", "the fix is",
		"was caused by", "it failed because", "failed because", "fails because", "failing because", "resolved by", "solved by", "the error was",
		"the reason was", "turned out", "turns out", "solution was", "was missing", "was needed to")
}

func beginsWith(text string, beginnings ...string) bool {
	for _, b := range beginnings {
		if strings.HasPrefix(text, b) {
			return true
		}
	}
	return false
}

func contains(text string, phrases ...string) bool {
	for _, phrase := range phrases {
		if strings.Contains(text, phrase) {
			return true
		}
	}
	return false
}

// sentences returns the sentences of a text that is not code, without the marks of
// lists and headings.
func sentences(text string) []string {
	const longest = 1000 // bytes; what is longer is not a sentence
	var all []string
	inCode := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") {
			inCode = !inCode
			continue
		}
		if inCode || line == "" || line[0] == '|' || line[0] == '>' {
			continue
		}
		line, _ = cutMark(strings.TrimSpace(strings.TrimLeft(line, "#")))
		for line != "" {
			var s string
			s, line = cutSentence(line)
			if len(s) <= longest && hasWords(s) {
				all = append(all, s)
			}
		}
	}
	return all
}

// cutSentence returns a text up to the end of its first sentence: a full stop, an
// exclamation or a question mark before a blank and a capital.
func cutSentence(text string) (sentence, rest string) {
	for i := 0; i+2 < len(text); i++ {
		if strings.IndexByte(".!?", text[i]) < 0 || text[i+1] != ' ' {
			continue
		}
		if next := rune(text[i+2]); unicode.IsUpper(next) || next >= 0x80 || next == '*' || next == '`' {
			return strings.TrimSpace(text[:i+1]), strings.TrimSpace(text[i+1:])
		}
	}
	return strings.TrimSpace(text), ""
}

// errorLine returns the line of an output that names the error, empty where there
// is none.
func errorLine(output string) string {
	const most = 200
	last := ""
	for line := range strings.Lines(output) {
		line = strings.TrimSpace(line)
		if !hasWords(line) || beginsWith(line, "Exit code ", "at ", "File \"") {
			continue
		}
		if contains(strings.ToLower(line), "error", "failed", "cannot", "can't", "not found", "no such", "panic", "exception", "undefined",
			"denied", "refused", "fatal", "invalid", "unexpected", "unable", "missing") {
			return shorten(clean(line), most)
		}
		last = line
	}
	return shorten(clean(last), most)
}
