package bert

import (
	"cmp"
	"runtime"
	"sync"
)

// matrices multiplies with what the processor has.
type matrices struct {
	avx2    bool
	workers int // that share a product
}

func newMatrices() matrices {
	return matrices{avx2: hasAVX2(), workers: min(2, runtime.GOMAXPROCS(0))}
}

// table is a matrix, row after row.
type table struct {
	values []float32
	step   int // from a row to the next
}

func (t table) from(row int) []float32 { return t.values[row*t.step:] }

// The rows of a table that products are taken of at once. A table of
// activations has room for a whole number of them.
const (
	activations = 4
	weights     = 3
)

func roundUp(n, to int) int { return (n + to - 1) / to * to }

// product computes out[i][j] = Σ x[i][k]·w[j][k] for k below n, for rows of x
// and columns from first to last, which are rows of w. The rows of x, and of
// out, have room up to a multiple of four. Where w has fewer than three rows
// from first to last, they must have room for three.
//
// Rows of x that fit into the nearest cache are multiplied with all the rows of
// w that fit into the next one before others come.
func (m matrices) product(out, x, w table, rows, first, last, n int) {
	const nearest, next = 6 << 10, 48 << 10 // in numbers
	xBlock := max(activations, nearest/n/activations*activations)
	wBlock := max(weights, next/n/weights*weights)
	var sums [activations * weights]float32
	for wAt := first; wAt < last; wAt += wBlock {
		wEnd := min(wAt+wBlock, last)
		for xAt := 0; xAt < rows; xAt += xBlock {
			xEnd := min(xAt+xBlock, rows)
			for j := wAt; j < wEnd; j += weights {
				// The last rows may be computed twice.
				j := max(min(j, last-weights), first)
				wRows := w.from(j)
				for i := xAt; i < xEnd; i += activations {
					m.dots(x.from(i), x.step, wRows, w.step, n, &sums)
					for k := range activations {
						to := out.from(i + k)[j : j+weights : j+weights]
						to[0], to[1], to[2] = sums[k], sums[k+activations], sums[k+2*activations]
					}
				}
			}
		}
	}
}

// share calls work with equal parts of the numbers below n, at the same time.
// All but the last part are multiples of three. A failure of a part is a panic that
// [guarded] turns into an error.
func (m matrices) share(n int, work func(first, last int)) {
	if m.workers < 2 || n < 2*weights {
		work(0, n)
		return
	}
	half := roundUp(n/2, weights)
	var wait sync.WaitGroup
	var failed error
	wait.Go(func() { failed = guarded(func() { work(half, n) }) })
	err := guarded(func() { work(0, half) })
	wait.Wait()
	if err = cmp.Or(err, failed); err != nil {
		panic(err)
	}
}

// dotsGo is dots without instructions of one processor.
func dotsGo(x []float32, xStep int, w []float32, wStep, n int, sums *[12]float32) {
	for j := range weights {
		for i := range activations {
			sums[activations*j+i] = dot(x[i*xStep:i*xStep+n], w[j*wStep:j*wStep+n])
		}
	}
}

// dot adds in eight sums, which do not wait for each other.
func dot(a, b []float32) float32 {
	var s0, s1, s2, s3, s4, s5, s6, s7 float32
	b = b[:len(a)]
	for len(a) >= 8 && len(b) >= 8 {
		s0 += a[0] * b[0]
		s1 += a[1] * b[1]
		s2 += a[2] * b[2]
		s3 += a[3] * b[3]
		s4 += a[4] * b[4]
		s5 += a[5] * b[5]
		s6 += a[6] * b[6]
		s7 += a[7] * b[7]
		a, b = a[8:], b[8:]
	}
	for i := range a {
		s0 += a[i] * b[i]
	}
	return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7))
}
