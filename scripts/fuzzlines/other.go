//go:build !linux && !darwin

package main

import (
	"fmt"
	"os"
)

func main() {
	const unchecked = 77 // what scripts/check reports as NOT CHECKED
	fmt.Fprintln(os.Stderr, "fuzzlines: random command lines need a system with users, named pipes and devices")
	os.Exit(unchecked)
}
