package sqlitedb

import "strconv"

// List writes numbers for an IN clause.
func List(numbers []int64) string {
	var b []byte
	for i, n := range numbers {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, n, 10)
	}
	return string(b)
}
