package safetensors

import (
	"encoding/binary"
	"math"
	"unsafe"
)

// float32s returns little-endian numbers, without a copy where the machine
// keeps them in the same way.
func float32s(data []byte) []float32 {
	if len(data) == 0 {
		return nil
	}
	first := unsafe.Pointer(unsafe.SliceData(data))
	if binary.NativeEndian.Uint16([]byte{1, 0}) == 1 && uintptr(first)%4 == 0 {
		return unsafe.Slice((*float32)(first), len(data)/4)
	}
	numbers := make([]float32, len(data)/4)
	for i := range numbers {
		numbers[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
	}
	return numbers
}

// converted returns numbers of two bytes as those of four, by a function from
// bits to bits.
func converted(data []byte, bits func(uint16) uint32) []float32 {
	numbers := make([]float32, len(data)/2)
	for i := range numbers {
		numbers[i] = math.Float32frombits(bits(binary.LittleEndian.Uint16(data[2*i:])))
	}
	return numbers
}

// fromHalf returns the bits of a float32 for those of a float16.
func fromHalf(h uint16) uint32 {
	sign, exponent, fraction := uint32(h>>15)<<31, uint32(h>>10)&0x1f, uint32(h)&0x3ff
	switch exponent {
	case 0x1f: // infinite, or not a number
		return sign | 0xff<<23 | fraction<<13
	case 0: // below the smallest normal number of 16 bits: fraction · 2^-24
		return sign | math.Float32bits(float32(fraction)/(1<<24))
	}
	return sign | (exponent+127-15)<<23 | fraction<<13
}
