//go:build !windows

package hook

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// The variables make this test binary a process that works on the spool in a folder
// until it is killed.
const (
	spoolEnv = "AGMEM_TEST_SPOOL"
	doesEnv  = "AGMEM_TEST_SPOOL_DOES"
)

func TestMain(m *testing.M) {
	folder := os.Getenv(spoolEnv)
	if folder == "" {
		os.Exit(m.Run())
	}
	s := NewSpool(folder)
	var err error
	if os.Getenv(doesEnv) == "take" {
		err = s.Take(context.Background(), func(list []Entry) error {
			fmt.Println(len(list))
			_, err := io.Copy(io.Discard, os.Stdin) // until it is killed, or the test ends
			return err
		})
	}
	for i := 0; err == nil; i++ {
		name := fmt.Sprint(os.Getpid(), "/", i)
		if err = s.Append(context.Background(), Entry{Moment: Stop, Text: name + strings.Repeat(" long", 2000)}); err == nil {
			fmt.Println(name)
		}
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// killedAfter starts a process that appends or takes, kills it when it has said so
// many lines, and returns all that it said.
func killedAfter(t *testing.T, folder, does string, lines int) []string {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), spoolEnv+"="+folder, doesEnv+"="+does)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var said []string
	for scanner := bufio.NewScanner(out); scanner.Scan(); {
		if said = append(said, scanner.Text()); len(said) == lines {
			_ = cmd.Process.Kill()
		}
	}
	_ = cmd.Wait() // killed
	return said
}

// What was acknowledged before a process was killed is taken, in one piece each.
func TestKilledWhileAppending(t *testing.T) {
	s := NewSpool(t.TempDir())
	var said []string
	for round := range 10 {
		said = append(said, killedAfter(t, s.folder, "append", round+1)...)
	}
	var whole []string
	for _, text := range collect(t, s) {
		name, rest, _ := strings.Cut(text, " ")
		if rest != strings.TrimSpace(strings.Repeat(" long", 2000)) {
			t.Errorf("%s is torn", name)
		}
		whole = append(whole, name)
	}
	for _, name := range said {
		if !slices.Contains(whole, name) {
			t.Errorf("%s was appended, and is not there", name)
		}
	}
	if len(whole) < len(said) || len(whole) > len(said)+10 {
		t.Errorf("%d are taken, %d were said", len(whole), len(said))
	}
}

// What a killed process was taking in is taken again, and nothing waits for it.
func TestKilledWhileTaking(t *testing.T) {
	s := NewSpool(t.TempDir())
	var want []string
	for round := range 3 {
		text := fmt.Sprint("entry ", round)
		if err := s.Append(t.Context(), Entry{Text: text}); err != nil {
			t.Fatal(err)
		}
		want = append(want, text)
		if said := killedAfter(t, s.folder, "take", 1); !slices.Equal(said, []string{"1"}) {
			t.Fatalf("the process that took said %q", said)
		}
		if s.IsEmpty() {
			t.Fatal("the killed process has removed what it did not take in")
		}
	}
	if got := collect(t, s); !slices.Equal(got, want) || !s.IsEmpty() {
		t.Errorf("%q, want %q", got, want)
	}
}
