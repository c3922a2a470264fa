package recall

import "math/bits"

// letterMask has a bit for each letter that occurs, by the lower six bits of
// its bytes, which tell small ASCII letters apart.
func letterMask(word []byte) uint64 {
	var m uint64
	for _, c := range word {
		m |= 1 << (c & 63)
	}
	return m
}

// maxRuneBytes is how many bits of a mask one edit can set or clear.
const maxRuneBytes = 4

// masksWithin reports whether words with these letters can be limit edits
// apart: an edit brings in one letter at most and takes away one at most.
func masksWithin(a, b uint64, limit int) bool {
	return bits.OnesCount64(a&^b) <= limit && bits.OnesCount64(b&^a) <= limit
}

// edits returns the number of insertions, deletions, substitutions and swaps
// of neighbours that lead from the word to the candidate (the optimal string
// alignment distance), or limit + 1 where there are more. It fills the
// distance table row by row and gives up once no cell of a row is within
// limit.
func (s *Speller) edits(limit int) int {
	n := len(s.cand)
	two, one, row := s.rows[0], s.rows[1], s.rows[2]
	for j := 0; j <= n; j++ {
		one[j] = j
	}
	for i := 1; i <= len(s.word); i++ {
		row[0] = i
		best := i
		for j := 1; j <= n; j++ {
			cost := 1
			if s.word[i-1] == s.cand[j-1] {
				cost = 0
			}
			d := min(one[j]+1, row[j-1]+1, one[j-1]+cost)
			if i > 1 && j > 1 && s.word[i-1] == s.cand[j-2] && s.word[i-2] == s.cand[j-1] {
				d = min(d, two[j-2]+1)
			}
			row[j] = d
			best = min(best, d)
		}
		if best > limit {
			return limit + 1
		}
		two, one, row = one, row, two
	}
	return min(one[n], limit+1)
}
