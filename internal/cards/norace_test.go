//go:build !race

package cards_test

const (
	killRounds = 50
	editRounds = 1000
)
