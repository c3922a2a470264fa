package bert

import "math"

// expOf is e^x for x of at most 88, to within two units of the last place; 0
// far below.
func expOf(x float32) float32 {
	if !(x > -87) {
		if x != x {
			return x
		}
		return 0
	}
	// x = n·ln 2 + r, with ln 2 in two parts so that r is exact.
	n := float32(int32(x*1.44269504 + float32(math.Copysign(.5, float64(x)))))
	r := x - n*0.693359375
	r += n * 2.12194440e-4
	p := float32(1.9875691500e-4)
	p = p*r + 1.3981999507e-3
	p = p*r + 8.3334519073e-3
	p = p*r + 4.1665795894e-2
	p = p*r + 1.6666665459e-1
	p = p*r + 5.0000001201e-1
	return (p*r*r + r + 1) * math.Float32frombits(uint32(int32(n)+127)<<23)
}

// gelu is x·Φ(x), with the error function to within 2·10⁻⁷ (Abramowitz and
// Stegun 7.1.26).
func gelu(x float32) float32 {
	z := float32(math.Abs(float64(x))) * (math.Sqrt2 / 2)
	t := 1 / (1 + 0.3275911*z)
	p := ((((1.061405429*t-1.453152027)*t+1.421413741)*t-0.284496736)*t + 0.254829592) * t
	tail := p * expOf(-z*z) / 2
	if x >= 0 {
		return x * (1 - tail)
	}
	return x * tail
}

func geluGo(x []float32) {
	for i, v := range x {
		x[i] = gelu(v)
	}
}

func expGo(x []float32, shift float32) {
	for i, v := range x {
		x[i] = expOf(v - shift)
	}
}

// silu is x/(1+e^-x).
func silu(x float32) float32 {
	if x < -87 {
		return 0
	}
	return x / (1 + expOf(-x))
}

// softmax turns scores into shares of one.
func (m matrices) softmax(scores []float32) {
	largest := float32(math.Inf(-1))
	for _, s := range scores {
		largest = max(largest, s)
	}
	m.exp(scores, largest)
	sum := float32(0)
	for _, e := range scores {
		sum += e
	}
	scale := 1 / sum
	for i := range scores {
		scores[i] *= scale
	}
}

// norm is the normalisation of a layer.
type norm struct {
	weight, bias []float32
	epsilon      float64
}

// apply replaces x by x + added, of mean 0 and variance 1, scaled.
func (n *norm) apply(x, added []float32) {
	sum, squares := 0.0, 0.0
	for i := range x {
		x[i] += added[i]
		sum += float64(x[i])
	}
	mean := sum / float64(len(x))
	for _, v := range x {
		d := float64(v) - mean
		squares += d * d
	}
	scale := float32(1 / math.Sqrt(squares/float64(len(x))+n.epsilon))
	for i, v := range x {
		x[i] = (v-float32(mean))*scale*n.weight[i] + n.bias[i]
	}
}

// unit scales a vector to the length 1. It reports false where that is not
// possible: a length of 0, infinity or no number.
func unit(v []float32) bool {
	squares := 0.0
	for _, x := range v {
		squares += float64(x) * float64(x)
	}
	length := math.Sqrt(squares)
	if !(length > 0) || math.IsInf(length, 0) {
		return false
	}
	for i := range v {
		v[i] = float32(float64(v[i]) / length)
	}
	return true
}
