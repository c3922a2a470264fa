//go:build !linux

package memorycli_test

import "github.com/rogpeppe/go-internal/testscript"

func mountable() bool { return false }

func mount(ts *testscript.TestScript, _ bool, _ []string) { ts.Fatalf("mount works on Linux alone") }
