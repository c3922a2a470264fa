package agmem

// Vector is the meaning of a text as a model sees it.
type Vector struct {
	// Model is the fingerprint of the model; vectors of different models are
	// never compared.
	Model string
	// Values have the length 1 together, as a direction has.
	Values []float32
}
