//go:build !race

package vault_test

const (
	killRounds = 50
	slowness   = 1
	editRounds = 1000
)
