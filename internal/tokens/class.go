package tokens

import "unicode"

// class is what a character is to the tokenizer.
type class uint8

const (
	end   class = iota // of the text
	blank              // white space
	digit
	mark  // punctuation and symbols
	lower // a small letter
	upper // a capital
	plain // a letter without case, or an accent
)

func (c class) isLetter() bool { return c >= lower }

func classOfASCII(b byte) class {
	switch {
	case 'a' <= b && b <= 'z':
		return lower
	case 'A' <= b && b <= 'Z':
		return upper
	case '0' <= b && b <= '9':
		return digit
	case b == ' ' || '\t' <= b && b <= '\r':
		return blank
	default:
		return mark
	}
}

func classOf(r rune) class {
	switch {
	case isHan(r):
		return plain
	case unicode.IsLower(r):
		return lower
	case unicode.IsUpper(r), unicode.IsTitle(r):
		return upper
	case unicode.IsLetter(r), unicode.IsMark(r):
		return plain
	case unicode.IsNumber(r):
		return digit
	case unicode.IsSpace(r):
		return blank
	default:
		return mark
	}
}

// isHan is for the characters of Chinese that texts are made of.
func isHan(r rune) bool { return 0x4E00 <= r && r <= 0x9FFF || 0x3400 <= r && r <= 0x4DBF }

// letterCost is what a letter beyond ASCII adds to a word, by its script.
func letterCost(r rune) int {
	switch {
	case 0x4E00 <= r && r <= 0x9FFF: // Chinese
		if !isCommonHan(r) {
			return 140
		}
		return 81
	case 0x3040 <= r && r <= 0x30FF: // Japanese kana
		return 72
	case 0xAC00 <= r && r <= 0xD7AF: // Korean
		return 72
	case r < 0x250: // Latin with accents
		return 55
	case r < 0x400: // Greek
		return 36
	case r < 0x530: // Cyrillic
		return 25
	case r < 0x1000: // Hebrew, Arabic and the scripts of India and Thailand
		return 37
	default:
		return 130
	}
}

// wideCost is what a symbol beyond ASCII costs, by where it is in Unicode.
func wideCost(r rune) int {
	switch {
	case r < 0x3100, 0xFF00 <= r && r <= 0xFFEF: // punctuation, arrows, boxes
		return 100
	default: // pictures
		return 180
	}
}
