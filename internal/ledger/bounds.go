package ledger

import (
	"bytes"
	"unicode/utf8"
)

const (
	// maxPackedMetadata is how long the metadata of an item of a pack is, in bytes.
	maxPackedMetadata = 1000
	// maxPackedMessage is how long the message of a verification in a pack is, in bytes.
	maxPackedMessage = 1000
	// maxAlike is how many warnings of one kind about one item a pack has.
	maxAlike = 3
	// fullOfWarnings is from how many warnings on a pack has only the first of each
	// kind about an item.
	fullOfWarnings = 30
)

// bound cuts what is beside the contents, which the budget does not count: a pack
// goes into the context of a model. The first warning of each kind about an item
// is always there.
func (p *Pack) bound() {
	for i := range p.Items {
		item := &p.Items[i]
		item.Metadata, item.MetadataLeftOut = item.Metadata.within(maxPackedMetadata)
	}
	for i := range p.VerificationWarnings {
		v := &p.VerificationWarnings[i]
		v.Metadata, _ = v.Metadata.within(maxPackedMetadata)
		if len(v.Message) > maxPackedMessage {
			v.Message = beginning(v.Message, maxPackedMessage) + "…"
		}
	}
	type about struct {
		kind   WarningKind
		target string
	}
	met := make(map[about]int)
	kept := []Warning{}
	for _, w := range p.RecallWarnings {
		n := met[about{w.Kind, w.TargetID}]
		met[about{w.Kind, w.TargetID}]++
		if n == 0 || n < maxAlike && len(kept) < fullOfWarnings {
			kept = append(kept, w)
		}
	}
	p.RecallWarningsLeftOut = len(p.RecallWarnings) - len(kept)
	p.RecallWarnings = kept
}

// within returns the object with those of its members that have room in so many
// bytes, in their order, and how many have not.
func (m Metadata) within(most int) (Metadata, int) {
	if len(m) <= most {
		return m, 0
	}
	var b bytes.Buffer
	b.WriteByte('{')
	left := 0
	m.each(func(name string, value []byte) {
		if b.Len()+len(name)+len(value)+len(`,"":}`) > most {
			left++
			return
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		writeMember(&b, name, value)
	})
	b.WriteByte('}')
	return b.Bytes(), left
}

// beginning returns as much of a text as has room in so many bytes.
func beginning(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}
