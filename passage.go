package agmem

// MaxPassage is the longest passage, in characters.
const MaxPassage = 200

// Passage is the part of a text that answers a question best: on one line, at
// most [MaxPassage] characters, with … where text was left out.
type Passage struct {
	Text string `json:"text"`
	// Marks are the words of the question in it, in order. They do not overlap.
	Marks []Mark `json:"marks"`
}

// Mark is a stretch of a text, counted in characters (Unicode code points).
type Mark struct {
	Start  int `json:"start"`
	Length int `json:"length"`
}
