// Package typo measures how far a mistyped name is from one that there is.
package typo

// Distance counts the insertions, deletions, replacements and swaps of
// neighbours that turn a into b, byte by byte: names of commands, flags and
// keys are ASCII. No part is edited twice.
func Distance(a, b string) int {
	// before, last and row are the distances of a[:i-2], a[:i-1] and a[:i]
	// to every beginning of b.
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, last, row = last, row, before
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replaced := last[j-1]
			if a[i-1] != b[j-1] {
				replaced++
			}
			row[j] = min(last[j]+1, row[j-1]+1, replaced)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return row[len(b)]
}
