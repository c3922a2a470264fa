// Package harmless says which characters of foreign text a terminal may obey.
package harmless

// Obeyed reports the characters that are not shown but obeyed: the controls,
// which move the cursor, paint and set the title, and those that reorder the
// text around them.
func Obeyed(r rune) bool {
	switch {
	case r < 0x20, r >= 0x7f && r <= 0x9f:
		return true
	case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		return true
	}
	return false
}
