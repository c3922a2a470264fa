package bankfile

import (
	"bytes"
	"errors"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/agmem/agmem/internal/rawjson"
)

// Parse reads the text of a bank, which the bank then owns. Text that is not a
// bank is a [DamageError]: it is not JSON, a member has another type than the
// format says, a key or a known member occurs twice. A version that this
// program does not know is a [VersionError]. What is merely absent, such as a
// time, is not damage.
func Parse(text []byte) (*Bank, error) {
	b := &Bank{text: text, place: make(map[string]int), ordered: true}
	last := ""
	p := parser{text: text, visit: func(r record, at int) error {
		key := rawjson.Unquote(r.name)
		if _, twice := b.place[key]; twice {
			return corrupt(at, "the key %q occurs twice", shortened(key))
		}
		r.entry.Key = key
		b.place[key] = len(b.records)
		b.records = append(b.records, r)
		b.ordered = b.ordered && last <= key
		last = key
		return nil
	}}
	if err := p.parse(); err != nil {
		return nil, err
	}
	b.top, b.meta, b.created, b.updated = p.top, p.meta, p.created, p.updated
	return b, nil
}

// parser walks over the text of a bank and checks it.
type parser struct {
	text             []byte
	top, meta        members
	created, updated time.Time
	// visit gets each entry, without its key but with its name, and where it
	// stands.
	visit func(r record, at int) error
}

func (p *parser) parse() error {
	start, _, err := trim(p.text)
	if err != nil {
		return err
	}
	end, err := rawjson.Members(p.text, start, p.parseTop)
	if err != nil {
		return damage(err)
	}
	if err := onlySpace(p.text, end); err != nil {
		return err
	}
	for _, name := range []string{metaName, entriesName} {
		if p.top.index(name) < 0 {
			return corrupt(end-1, `the member "%s" is missing`, name)
		}
	}
	return nil
}

// trim returns where the text without the white space around it begins and
// ends.
func trim(text []byte) (start, end int, err error) {
	start, end = 0, len(text)
	for start < end && isSpace(text[start]) {
		start++
	}
	for end > start && isSpace(text[end-1]) {
		end--
	}
	if start == end {
		return 0, 0, corrupt(0, "the file is empty")
	}
	return start, end, nil
}

func onlySpace(text []byte, at int) error {
	for ; at < len(text); at++ {
		if !isSpace(text[at]) {
			return corrupt(at, "there is text after the bank")
		}
	}
	return nil
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

func (p *parser) parseTop(name []byte, at int) (end int, err error) {
	switch plain := rawjson.Unquote(name); {
	case plain != metaName && plain != entriesName:
		end, err = rawjson.Value(p.text, at)
	case p.top.index(plain) >= 0:
		err = corrupt(at, `"%s" occurs twice`, plain)
	case plain == metaName:
		end, err = p.parseMeta(at)
	default:
		end, err = p.parseEntries(at)
	}
	if err == nil {
		p.top = append(p.top, member{name, p.text[at:end:end]})
	}
	return end, err
}

func (p *parser) parseMeta(at int) (int, error) {
	return rawjson.Members(p.text, at, func(name []byte, at int) (end int, err error) {
		plain := rawjson.Unquote(name)
		if p.meta.index(plain) >= 0 {
			return 0, corrupt(at, `"%s" occurs twice in "_meta"`, shortened(plain))
		}
		if end, err = rawjson.Value(p.text, at); err != nil {
			return 0, err
		}
		value := p.text[at:end:end]
		p.meta = append(p.meta, member{name, value})
		switch plain {
		case "version":
			err = checkVersion(value, at)
		case "created_at":
			p.created, err = parseTime(value, at)
		case "updated_at":
			p.updated, err = parseTime(value, at)
		}
		return end, err
	})
}

func checkVersion(value []byte, at int) error {
	n, err := strconv.ParseFloat(string(value), 64)
	if err != nil {
		return corrupt(at, "the version is not a number")
	}
	if n != Version {
		return &VersionError{string(value)}
	}
	return nil
}

func (p *parser) parseEntries(at int) (int, error) {
	if bytes.HasPrefix(p.text[at:], []byte("null")) { // as an empty bank is written elsewhere
		return at + len("null"), nil
	}
	return rawjson.Members(p.text, at, func(name []byte, at int) (int, error) {
		r, end, err := parseRecord(p.text, name, at)
		if err == nil {
			err = p.visit(r, at)
		}
		return end, err
	})
}

// parseRecord reads the object of an entry. The entry has no key yet: most
// that are read are not wanted.
func parseRecord(text, name []byte, at int) (r record, end int, err error) {
	r.name = name
	var seen known
	end, err = rawjson.Members(text, at, func(member []byte, at int) (int, error) {
		end, err := rawjson.Value(text, at)
		if err != nil {
			return 0, err
		}
		which := knownMember(member)
		if which != 0 && seen&which != 0 {
			return 0, corrupt(at, "%s occurs twice in the entry %s", member, shortened(string(name)))
		}
		seen |= which
		value := text[at:end:end]
		switch which {
		case hasValue:
			r.entry.Value = value
		case hasCreated:
			r.entry.CreatedAt, err = parseTime(value, at)
		case hasUpdated:
			r.entry.UpdatedAt, err = parseTime(value, at)
		case hasTTL:
			r.entry.TTL, err = parseTTL(value, at)
		}
		return end, err
	})
	if err != nil {
		return r, 0, err
	}
	if seen&hasValue == 0 {
		return r, 0, corrupt(at, "the entry %s has no value", shortened(string(name)))
	}
	r.raw = text[at:end:end]
	return r, end, nil
}

// known is a set of the members of an entry that mean something here.
type known uint8

const (
	hasValue known = 1 << iota
	hasCreated
	hasUpdated
	hasTTL
)

func knownMember(name []byte) known {
	switch string(name) {
	case `"value"`:
		return hasValue
	case `"created_at"`:
		return hasCreated
	case `"updated_at"`:
		return hasUpdated
	case `"ttl"`:
		return hasTTL
	}
	return 0
}

// parseTime reads RFC 3339; null is the zero time.
func parseTime(value []byte, at int) (t time.Time, err error) {
	if string(value) == "null" {
		return t, nil
	}
	if value[0] != '"' {
		return t, corrupt(at, "a time is not a string")
	}
	inner := value[1 : len(value)-1]
	if bytes.IndexByte(inner, '\\') >= 0 {
		inner = []byte(rawjson.Unquote(value))
	}
	if err := t.UnmarshalText(inner); err != nil { // which needs no memory, unlike time.Parse
		return t, corrupt(at, "%s is not an RFC 3339 time", shortened(string(value)))
	}
	return t, nil
}

// parseTTL reads a number of seconds. What is not positive, or longer than a
// whole number can say, never expires.
func parseTTL(value []byte, at int) (int64, error) {
	if string(value) == "null" {
		return 0, nil
	}
	if n, err := strconv.ParseInt(string(value), 10, 64); err == nil {
		return max(n, 0), nil
	}
	n, err := strconv.ParseFloat(string(value), 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, corrupt(at, "a ttl is not a number")
	}
	if n <= 0 || n >= math.MaxInt64 {
		return 0, nil
	}
	return int64(math.Ceil(n)), nil
}

// shortened cuts what is named in messages: a key may be long.
func shortened(text string) string {
	const most = 80
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}
