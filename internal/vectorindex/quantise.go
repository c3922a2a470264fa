package vectorindex

import (
	"encoding/binary"
	"math"
)

// scaleSize is the bytes of the scale before the values of a vector.
const scaleSize = 4

// blobSize is how many bytes an encoded vector has.
func blobSize(dims int) int { return scaleSize + 2*dims }

// encode writes a vector with the length 1 as numbers of 16 bits, with what one of
// them stands for in front. Eight bits would exchange neighbours among a million. One without a direction, which resembles nothing, has the scale 0. It
// says false for values that are not numbers.
func encode(values []float32) ([]byte, bool) {
	blob := make([]byte, blobSize(len(values)))
	length, highest := 0.0, 0.0
	for _, v := range values {
		length += float64(v) * float64(v)
		highest = max(highest, math.Abs(float64(v)))
	}
	length = math.Sqrt(length)
	if math.IsNaN(length) || math.IsInf(length, 0) {
		return nil, false
	}
	if length == 0 {
		return blob, true
	}
	binary.LittleEndian.PutUint32(blob, math.Float32bits(float32(highest/length/math.MaxInt16)))
	for i, v := range values {
		binary.LittleEndian.PutUint16(blob[scaleSize+2*i:], uint16(int16(math.Round(float64(v)/highest*math.MaxInt16))))
	}
	return blob, true
}

// isZero says that an encoded vector has no direction.
func isZero(blob []byte) bool { return binary.LittleEndian.Uint32(blob) == 0 }

// unit returns values with the length 1, which must have a direction.
func unit(values []float32) []float32 {
	length := 0.0
	for _, v := range values {
		length += float64(v) * float64(v)
	}
	of := make([]float32, len(values))
	for i, v := range values {
		of[i] = float32(float64(v) / math.Sqrt(length))
	}
	return of
}

// Cosine compares two vectors of as many dimensions.
func Cosine(a, b []float32) float64 {
	var ab, aa, bb float64
	for i := range a {
		ab += float64(a[i]) * float64(b[i])
		aa += float64(a[i]) * float64(a[i])
		bb += float64(b[i]) * float64(b[i])
	}
	if aa == 0 || bb == 0 {
		return 0
	}
	return ab / math.Sqrt(aa*bb)
}

// cosine compares a vector of length 1 with an encoded one of as many dimensions.
func cosine(query []float32, blob []byte) float64 {
	scale := math.Float32frombits(binary.LittleEndian.Uint32(blob))
	return float64(scale * dot(query, blob[scaleSize:]))
}

// dot multiplies with signed numbers of 16 bits. Four sums at a time keep the
// processor busy.
func dot(a []float32, b []byte) float32 {
	var s0, s1, s2, s3 float32
	for len(a) >= 4 && len(b) >= 8 {
		word := binary.LittleEndian.Uint64(b)
		s0 += a[0] * float32(int16(word))
		s1 += a[1] * float32(int16(word>>16))
		s2 += a[2] * float32(int16(word>>32))
		s3 += a[3] * float32(int16(word>>48))
		a, b = a[4:], b[8:]
	}
	for i := range min(len(a), len(b)/2) {
		s0 += a[i] * float32(int16(binary.LittleEndian.Uint16(b[2*i:])))
	}
	return s0 + s1 + s2 + s3
}
