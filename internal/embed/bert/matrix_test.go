package bert

import (
	"math"
	"math/rand/v2"
	"testing"
)

func randomTable(r *rand.Rand, rows, columns, step int) table {
	t := table{make([]float32, (rows+2*activations)*step), step}
	for row := range rows {
		for k := range columns {
			t.values[row*step+k] = r.Float32() - .5
		}
	}
	return t
}

// TestProducts compares both ways to multiply with sums in 64 bits, in shapes
// around the sizes of blocks.
func TestProducts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, avx2 := range []bool{false, hasAVX2()} {
		for _, workers := range []int{1, 2} {
			m := matrices{avx2: avx2, workers: workers}
			for _, shape := range [][3]int{{1, 3, 8}, {1, 1, 8}, {4, 2, 16}, {5, 7, 24}, {9, 33, 32}, {17, 100, 384}, {3, 40, 1537}, {70, 384, 768}} {
				rows, columns, n := shape[0], shape[1], shape[2]
				x, w := randomTable(r, rows, n, n+8), randomTable(r, columns, n, n)
				out := table{make([]float32, (rows+2*activations)*(columns+3)), columns + 3}
				m.share(columns, func(first, last int) { m.product(out, x, w, rows, first, last, n) })
				for i := range rows {
					for j := range columns {
						want, size := 0.0, 0.0
						for k := range n {
							p := float64(x.from(i)[k]) * float64(w.from(j)[k])
							want, size = want+p, size+math.Abs(p)
						}
						if got := float64(out.from(i)[j]); math.Abs(got-want) > 1e-6*size {
							t.Fatalf("AVX2 %v, shape %v, row %d, column %d: %v, want %v", avx2, shape, i, j, got, want)
						}
					}
				}
			}
		}
	}
}

func TestFunctions(t *testing.T) {
	for _, m := range []matrices{{}, {avx2: hasAVX2()}} {
		for at := float32(-100); at < 100; at += .37 {
			x := make([]float32, 11) // eight at once, and three alone
			for i := range x {
				x[i] = at + float32(i)*.01
			}
			y := append([]float32(nil), x...)
			m.gelu(y)
			for i, v := range x {
				want := float64(v) / 2 * math.Erfc(-float64(v)/math.Sqrt2)
				if math.Abs(float64(y[i])-want) > 3e-7*max(1, math.Abs(float64(v))) {
					t.Fatalf("AVX2 %v: gelu(%v) = %v, want %v", m.avx2, v, y[i], want)
				}
			}
			copy(y, x)
			m.exp(y, at+.1)
			for i, v := range x {
				want := math.Exp(float64(v - (at + .1)))
				if math.Abs(float64(y[i])/want-1) > 3e-7 {
					t.Fatalf("AVX2 %v: exp(%v) = %v, want %v", m.avx2, v-(at+.1), y[i], want)
				}
			}
			if got, want := float64(silu(at)), float64(at)/(1+math.Exp(-float64(at))); math.Abs(got-want) > 1e-6*max(1, math.Abs(want)) {
				t.Fatalf("silu(%v) = %v, want %v", at, got, want)
			}
		}
		for _, far := range []float32{-50, -86, -90, -1e4, float32(math.Inf(-1))} {
			y := []float32{far, far, far, far, far, far, far, far, far}
			m.exp(y, 0)
			for _, got := range y {
				if want := math.Exp(float64(far)); math.Abs(float64(got)-want) > 1e-6*want+1e-37 {
					t.Fatalf("AVX2 %v: exp(%v) = %v", m.avx2, far, got)
				}
			}
		}
	}
}
