package secrets

import "strings"

// The rules that know only the place of a secret.
const (
	rulePassword = "password"
	ruleToken    = "token"
	ruleKey      = "key"
)

// noun is a word by which a name says that its value is a secret.
type noun struct {
	word string
	rule string
}

// nouns are looked for in names, in any case.
var nouns = []noun{
	{"password", rulePassword}, {"passwd", rulePassword}, {"passphrase", rulePassword}, {"pwd", rulePassword},
	{"pass", rulePassword}, {"_pw", rulePassword}, {"passwort", rulePassword}, {"contraseña", rulePassword}, {"密码", rulePassword},
	{"token", ruleToken}, {"secret", ruleToken}, {"credential", ruleToken}, {"authorization", ruleToken}, {"auth", ruleToken},
	{"jwt", ruleToken}, {"key", ruleKey},
}

// maxName is the longest name that is looked at, in bytes.
const maxName = 64

// name is a name around a keyword, such as dbPassword or X-Api-Key.
type name struct {
	start, end int
	before     string // the keyword, in small letters
	after      string // behind it
}

// nameAround returns the name that a keyword is in. A text in which a name is
// longer than names are has none there.
func (f *finder) nameAround(at, size int) (name, bool) {
	if at < f.name.start || f.name.end < at+size {
		start, end := at, at+size
		for start > 0 && isNameByte(f.text[start-1]) {
			start--
		}
		for end < len(f.text) && isNameByte(f.text[end]) {
			end++
		}
		f.name.start, f.name.end = start, end
	}
	n := name{start: f.name.start, end: f.name.end}
	if n.end-n.start > maxName {
		return name{}, false
	}
	n.before, n.after = f.text[n.start:at], f.text[at+size:n.end]
	return n, true
}

func isNameByte(c byte) bool { return isWordByte(c) || c == '-' }

// care says how much a value has to look like a secret.
type care int

const (
	notSecret care = iota // whatever the value is
	strict                // it has to look random
	usual
)

// care says whether a name is that of a secret: what comes before and behind the
// noun may make something else of it, such as token_type. A key may be of a map.
func (n name) care(rule string) care {
	for word := range nameWords(n.after) {
		if !strings.Contains(afterNoun, " "+word+" ") && strings.Trim(word, "0123456789") != "" {
			return notSecret
		}
	}
	c := usual
	if rule == ruleKey {
		c = strict
	}
	for word := range nameWords(n.before) {
		switch {
		case strings.Contains(otherThings, " "+word+" "):
			return notSecret
		case strings.Contains(strongWords, " "+word+" "):
			c = usual
		}
	}
	return c
}

const (
	// afterNoun are words behind the noun of a name that is still one of a secret.
	afterNoun = " s key keys base value val text string raw plain prod production dev development staging stage live test main primary " +
		"secondary admin user root db database old new default current env var id2 token secret password header "
	// otherThings are words before the noun that make a name of something else.
	otherThings = " public pub page next prev previous cursor sync cancel cancellation hash hashed encrypted max min num count csrf xsrf " +
		"by no without is has need needs use uses with missing invalid wrong bad empty type primary foreign cache sort partition object " +
		"map dict range group bucket row column field node tree index routing idempotency dedupe compare token_type start end "
	// strongWords make a key of a name that says key a secret one.
	strongWords = " api access secret private encryption encrypt signing sign auth master app client service account license licence " +
		"deploy ssh stripe aws azure gcp openai anthropic hmac jwt session storage cipher crypto admin server live prod webhook write ingest " +
		"datadog dd sendgrid mailgun algolia firebase google github gitlab slack heroku cloudflare twilio segment sentry mapbox "
)

// nameWords yields the words of snake_case, kebab-case and camelCase names in
// small letters.
func nameWords(name string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		start := 0
		for i := 1; i <= len(name); i++ {
			if i < len(name) && !(isWordBorder(name[i-1], name[i])) {
				continue
			}
			word := strings.ToLower(strings.Trim(name[start:i], "_-"))
			start = i
			if word != "" && !yield(word) {
				return
			}
		}
	}
}

func isWordBorder(a, b byte) bool {
	return isLower(a) && isUpper(b) || a == '_' || a == '-' || b == '_' || b == '-' || isDigit(a) != isDigit(b)
}
