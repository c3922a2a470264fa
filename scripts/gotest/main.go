// Command gotest runs go test with the arguments it is given and prints the
// usual line of each package, all of what a failed test wrote, and why a test
// was skipped, which go test itself tells only with -v. The last line counts.
package main

import (
	"fmt"
	"os"
	"os/exec"
)

func main() {
	status, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "gotest:", err)
	}
	os.Exit(status)
}

// run returns the exit code of go test, or 1 where it could not be run.
func run(args []string) (int, error) {
	goCommand := os.Getenv("GO")
	if goCommand == "" {
		goCommand = "go"
	}
	test := exec.Command(goCommand, append([]string{"test", "-json"}, args...)...)
	test.Stderr = os.Stderr
	events, err := test.StdoutPipe()
	if err != nil {
		return 1, err
	}
	if err := test.Start(); err != nil {
		return 1, err
	}
	report := newReport(os.Stdout)
	readErr := report.read(events)
	err = test.Wait()
	report.summary()
	if _, exited := err.(*exec.ExitError); exited {
		return test.ProcessState.ExitCode(), readErr
	}
	if err != nil || readErr != nil || report.passed == 0 {
		return 1, fmt.Errorf("%d tests passed: %w", report.passed, firstOf(err, readErr, errNothing))
	}
	return 0, nil
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
