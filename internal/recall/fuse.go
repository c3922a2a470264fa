package recall

// rankConstant is the k of reciprocal rank fusion: how little the first rank
// is worth above the second.
const rankConstant = 60

// ReciprocalRank is what a place in one ranked list adds to the value that
// orders several lists together: 1/(60+rank), rank counting from 1 (Cormack,
// Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and
// individual Rank Learning Methods", 2009).
func ReciprocalRank(rank int) float64 { return 1 / float64(rankConstant+rank) }
