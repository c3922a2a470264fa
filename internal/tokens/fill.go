package tokens

// Fill adds to what is taken already the best of all that a budget of tokens has
// room for, up to so many in total. All is in the order of value: one that does
// not fit is left out and the next is tried, so none that was left out for its
// cost would still fit. With says what all would cost together if one more was
// taken, where those before it cost sum. It returns what is taken and its cost.
func Fill[T any](taken []T, sum int, all []T, budget, most int, with func(sum int, taken []T, one T) int) ([]T, int) {
	for _, one := range all {
		if len(taken) >= most {
			break
		}
		if cost := with(sum, taken, one); cost <= budget {
			taken, sum = append(taken, one), cost
		}
	}
	return taken, sum
}
