package bert

// dotsAVX2 is [dots] for processors with AVX2 and FMA. The numbers in a row, n,
// are a multiple of eight, more than none. Steps are in numbers.
//
//go:noescape
func dotsAVX2(x *float32, xStep int, w *float32, wStep, n int, sums *[12]float32)

func cpuid(leaf, part uint32) (a, b, c, d uint32)

// savedStates says which registers the system saves when it switches threads.
func savedStates() uint32

// hasAVX2 reports a processor and a system with AVX2 and FMA.
func hasAVX2() bool {
	const fma, saves, avx, avx2 = 1 << 12, 1 << 27, 1 << 28, 1 << 5
	if most, _, _, _ := cpuid(0, 0); most < 7 {
		return false
	}
	const wanted = fma | saves | avx
	if _, _, c, _ := cpuid(1, 0); c&wanted != wanted {
		return false
	}
	if savedStates()&6 != 6 {
		return false
	}
	_, b, _, _ := cpuid(7, 0)
	return b&avx2 != 0
}

// dots computes the sums of products of four rows from x with three from w:
// sums[4*j+i] is that of row i of x and row j of w.
func (m matrices) dots(x []float32, xStep int, w []float32, wStep, n int, sums *[12]float32) {
	if !m.avx2 || n%8 != 0 {
		dotsGo(x, xStep, w, wStep, n, sums)
		return
	}
	_, _ = x[3*xStep+n-1], w[2*wStep+n-1]
	dotsAVX2(&x[0], xStep, &w[0], wStep, n, sums)
}

// expAVX2 and geluAVX2 change numbers in place, a multiple of eight of them.
//
//go:noescape
func expAVX2(x *float32, n int, shift float32)

//go:noescape
func geluAVX2(x *float32, n int)

// exp replaces every x by e^(x-shift), where no x is above shift.
func (m matrices) exp(x []float32, shift float32) {
	if n := len(x) &^ 7; m.avx2 && n > 0 {
		expAVX2(&x[0], n, shift)
		x = x[n:]
	}
	expGo(x, shift)
}

// gelu replaces every x by x·Φ(x).
func (m matrices) gelu(x []float32) {
	if n := len(x) &^ 7; m.avx2 && n > 0 {
		geluAVX2(&x[0], n)
		x = x[n:]
	}
	geluGo(x)
}
