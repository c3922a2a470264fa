package recall

import "testing"

func TestWithoutOperators(t *testing.T) {
	for question, want := range map[string]string{
		"refresh token":                       "",
		"what is there of the \"old bridge\"": "", // a sentence has none
		`"refresh token" jwt`:                 "refresh token jwt",
		"docker -compose":                     "docker",
		"(docker OR podman) AND NOT swarm":    "docker podman",
		"migr*":                               "",
		"migr* data":                          "data",
	} {
		if got := WithoutOperators(question); got != want {
			t.Errorf("%s without operators is %q, want %q", question, got, want)
		}
	}
}
