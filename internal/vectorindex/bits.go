package vectorindex

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// wordsOf is how many words of 64 bits the signs of a vector take.
func wordsOf(dims int) int { return (dims + 63) / 64 }

// appendSigns appends the signs of an encoded vector: a bit is set where the
// value is not below zero.
func appendSigns(to []byte, blob []byte) []byte {
	values := blob[scaleSize:]
	for len(values) > 0 {
		n := min(64, len(values)/2)
		var word uint64
		for i := range n {
			if values[2*i+1]&0x80 == 0 { // the sign is in the second byte
				word |= 1 << i
			}
		}
		to = binary.LittleEndian.AppendUint64(to, word)
		values = values[2*n:]
	}
	return to
}

// planes is a question with four bits for each dimension, bit by bit: the words
// that hold the first bit of 64 dimensions, then those of the second.
type planes [][4]uint64

// planesOf rounds a question to the numbers from -8 to 7.
func planesOf(query []float32) planes {
	highest := 0.0
	for _, v := range query {
		highest = max(highest, math.Abs(float64(v)))
	}
	p := make(planes, wordsOf(len(query)))
	if highest == 0 {
		return p
	}
	for i, v := range query {
		rounded := uint64(int64(max(-8, min(7, math.Round(float64(v)/highest*7.5)))))
		for plane := range p[i/64] {
			p[i/64][plane] |= rounded >> plane & 1 << (i % 64)
		}
	}
	return p
}

// score adds up the rounded question where the signs have a bit, which is half the
// product with the signs as 1 and -1, but for a sum that is the same for all. signs
// has as many words as p.
func (p planes) score(signs []byte) int {
	var ones, twos, fours, eights int
	for _, of := range p {
		word := binary.LittleEndian.Uint64(signs)
		signs = signs[8:]
		ones += bits.OnesCount64(word & of[0])
		twos += bits.OnesCount64(word & of[1])
		fours += bits.OnesCount64(word & of[2])
		eights += bits.OnesCount64(word & of[3])
	}
	return ones + 2*twos + 4*fours - 8*eights
}
