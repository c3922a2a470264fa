package hermes_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"time"

	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/wire/full"
)

// pretend is the program meta-memory with one behaviour.
func pretend(behaviour string) int {
	switch behaviour {
	case "real":
		return full.Run(context.Background(), cli.System())
	case "mortal": // the real program, which is killed at a random time, or not at all
		if rand.IntN(2) == 0 {
			return pretend("real")
		}
		time.AfterFunc(time.Duration(rand.IntN(30_000))*time.Microsecond, func() {
			if self, err := os.FindProcess(os.Getpid()); err == nil {
				_ = self.Kill()
			}
		})
		return pretend("real")
	case "garbage":
		fmt.Println("Segmentation fault, {not json")
	case "patience":
		fmt.Printf("{%q: %q}\n", "wait", os.Getenv("META_MEMORY_WAIT_SECONDS"))
	case "list":
		fmt.Println(`[{"event": "none"}]`)
	case "fail":
		fmt.Fprintln(os.Stderr, `{"error":"Expected \"content\" to be a non-empty string"}`)
		return 1
	case "crash":
		fmt.Println(`{"event": {}}`)
		fmt.Fprintln(os.Stderr, "panic: everything is lost")
		return 2
	case "hang": // so does a child, which holds the pipes open
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), "FAKE_META_MEMORY=sleep")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		if err := child.Start(); err != nil {
			return 99
		}
		pids := strconv.Itoa(os.Getpid()) + " " + strconv.Itoa(child.Process.Pid)
		if err := os.WriteFile(os.Getenv("FAKE_PIDS"), []byte(pids), 0o600); err != nil {
			return 99
		}
		time.Sleep(time.Hour)
	case "sleep":
		time.Sleep(time.Hour)
	}
	return 0
}
