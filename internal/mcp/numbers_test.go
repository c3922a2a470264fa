package mcp

import "testing"

func TestFloatsHold(t *testing.T) {
	for text, want := range map[string]bool{
		`{"n":[0,-1,0.1,1.50,1e300,2.5E-300,0e999,-0.0,100000000000000000000]}`: true,
		`"12345678901234567890"`:          true,
		`null`:                            true,
		`999999999999999`:                 true,
		`9007199254740993`:                false,
		`{"a":{"b":[12345678901234567]}}`: false,
		`0.1234567890123456`:              false,
		`1e400`:                           false,
		`-1e400`:                          false,
		`1e-400`:                          false,
		`4e-320`:                          false,
	} {
		if got := floatsHold([]byte(text)); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}
