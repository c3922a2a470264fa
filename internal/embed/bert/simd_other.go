//go:build !amd64

package bert

func hasAVX2() bool { return false }

// dots computes the sums of products of four rows from x with three from w:
// sums[4*j+i] is that of row i of x and row j of w.
func (m matrices) dots(x []float32, xStep int, w []float32, wStep, n int, sums *[12]float32) {
	dotsGo(x, xStep, w, wStep, n, sums)
}

// exp replaces every x by e^(x-shift), where no x is above shift.
func (m matrices) exp(x []float32, shift float32) { expGo(x, shift) }

// gelu replaces every x by x·Φ(x).
func (m matrices) gelu(x []float32) { geluGo(x) }
