package vectorindex

import "math"

// priorWeight is how many vectors make a background. For those that are fewer stands
// what the model was asked for: a few vectors may all be about what is asked.
const priorWeight = 16

// background estimates what the cosines of the vectors are that have nothing to do
// with the question, from a sample of them all.
func (s *Snapshot) background(sample []int64) Background {
	prior := s.generation.Unlike
	cosines := make([]float64, len(sample))
	for i, key := range sample {
		cosines[i] = s.known[key]
	}
	return prior.with(cosines)
}

// with returns the background of some cosines, beside what is known already.
func (b Background) with(cosines []float64) Background {
	weight, sum := 0.0, 0.0
	if b.Deviation > 0 {
		weight = max(0, priorWeight-float64(len(cosines)))
		sum = weight * b.Mean
	}
	for _, c := range cosines {
		sum += c
	}
	n := weight + float64(len(cosines))
	if n == 0 {
		return Background{}
	}
	mean := sum / n
	squares := weight * (b.Deviation*b.Deviation + (b.Mean-mean)*(b.Mean-mean))
	for _, c := range cosines {
		squares += (c - mean) * (c - mean)
	}
	return Background{Mean: mean, Deviation: math.Sqrt(squares / n)}
}

// BackgroundOf returns the mean of some cosines and their standard deviation.
func BackgroundOf(cosines []float64) Background { return Background{}.with(cosines) }
