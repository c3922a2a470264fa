//go:build !linux

package clitest

import "github.com/rogpeppe/go-internal/testscript"

// Mountable says whether this process may mount file systems.
func Mountable() bool { return false }

// Mount is a command of sessions that works on Linux alone.
func Mount(ts *testscript.TestScript, _ bool, _ []string) { ts.Fatalf("mount works on Linux alone") }
