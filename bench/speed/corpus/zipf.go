package main

import (
	"math"
	"math/rand/v2"
)

// zipf draws ranks, 0 the most frequent. Up to the knee a rank is as frequent
// as Zipf and Mandelbrot say, 1/(rank+shift); beyond it, as in all large
// collections, it falls with the square.
type zipf struct {
	rng  *rand.Rand
	knee float64
	head float64 // how much of the text lies before the knee, in parts
	tail float64 // and how much beyond it
}

const (
	shift    = 2.7
	rankMost = 1 << 29
)

func newZipf(rng *rand.Rand, knee float64) zipf {
	return zipf{rng: rng, knee: knee, head: math.Log((knee + shift) / shift), tail: knee / (knee + shift)}
}

func (z zipf) draw() int {
	u := z.rng.Float64() * (z.head + z.tail)
	if u < z.head {
		return int(shift*math.Exp(u) - shift)
	}
	return int(min(z.knee/(1-z.rng.Float64()), rankMost))
}
