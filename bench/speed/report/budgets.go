package main

// budget is how many milliseconds a command may take, by the number of
// memories; 0 if not given.
type budget struct{ at10k, at100k, at1M float64 }

// budgets returns what each command may take, by the name of its row.
func budgets() map[string]budget {
	return map[string]budget{
		"version":                            {4, 4, 4},
		"add":                                {8, 8, 8},
		"list":                               {6, 6, 6},
		"search: a rare word":                {6, 7, 12},
		"search: a question of eight words":  {10, 25, 120},
		"search: eight words that all count": {10, 25, 120},
		"search: two very common words":      {10, 20, 100},
		"search: a misspelt word":            {15, 25, 60},

		"memory search: a rare word":               {10, 20, 0},
		"memory search: two very common words":     {10, 20, 0},
		"memory search: a question of eight words": {10, 20, 0},
		"memory search: a misspelt word":           {20, 40, 0},
	}
}

func (b budget) of(set string) float64 {
	switch set {
	case "10000":
		return b.at10k
	case "100000":
		return b.at100k
	case "1000000":
		return b.at1M
	}
	return 0
}

// importBudget is how many memories a second an import takes in, or more.
const importBudget = 10_000
