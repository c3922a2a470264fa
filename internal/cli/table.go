package cli

import "strings"

// Table returns rows as lines with aligned columns, two blanks or more between
// them and none at the end of a line. A row may be shorter than others. Least
// says how many columns of a terminal the first ones take with the blanks
// behind them, also where their cells need less.
func Table(rows [][]string, least ...int) string {
	var widths []int
	for _, row := range rows {
		for i, cell := range row[:max(0, len(row)-1)] { // the last one has no blanks behind it
			if i == len(widths) {
				widths = append(widths, 0)
				if i < len(least) {
					widths[i] = least[i]
				}
			}
			widths[i] = max(widths[i], Width(cell)+2)
		}
	}
	var b strings.Builder
	for _, row := range rows {
		line := ""
		for i, cell := range row {
			if i < len(row)-1 {
				cell = Pad(cell, widths[i])
			}
			line += cell
		}
		b.WriteString(strings.TrimRight(line, " "))
		b.WriteByte('\n')
	}
	return b.String()
}
