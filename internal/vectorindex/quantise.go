package vectorindex

import (
	"encoding/binary"
	"math"
)

// scaleSize is the bytes of the scale before the values of a vector.
const scaleSize = 4

// encode writes a vector of length 1 as bytes, with what a byte stands for in
// front. One without a direction, which resembles nothing, has the scale 0. It
// says false for values that are not numbers.
func encode(values []float32) ([]byte, bool) {
	blob := make([]byte, scaleSize+len(values))
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
	binary.LittleEndian.PutUint32(blob, math.Float32bits(float32(highest/length/math.MaxInt8)))
	for i, v := range values {
		blob[scaleSize+i] = byte(int8(math.Round(float64(v) / highest * math.MaxInt8)))
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

// dot multiplies with bytes that are signed. Eight sums at a time keep the
// processor busy.
func dot(a []float32, b []byte) float32 {
	var s0, s1, s2, s3, s4, s5, s6, s7 float32
	for len(a) >= 8 && len(b) >= 8 {
		s0 += a[0] * float32(int8(b[0]))
		s1 += a[1] * float32(int8(b[1]))
		s2 += a[2] * float32(int8(b[2]))
		s3 += a[3] * float32(int8(b[3]))
		s4 += a[4] * float32(int8(b[4]))
		s5 += a[5] * float32(int8(b[5]))
		s6 += a[6] * float32(int8(b[6]))
		s7 += a[7] * float32(int8(b[7]))
		a, b = a[8:], b[8:]
	}
	for i := range min(len(a), len(b)) {
		s0 += a[i] * float32(int8(b[i]))
	}
	return s0 + s1 + s2 + s3 + s4 + s5 + s6 + s7
}
