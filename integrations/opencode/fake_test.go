package opencode_test

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"time"
)

// call is what the fake program was called with.
type call struct {
	Args    []string
	Stdin   string
	Session string
	Dir     string
}

// pretend is the program memory with one behaviour, good or bad.
func pretend(behaviour string) int {
	stdin := ""
	if behaviour != "deaf" {
		data, _ := io.ReadAll(os.Stdin)
		stdin = string(data)
	}
	if err := record(stdin); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 99
	}
	switch behaviour {
	case "answer":
		return answer(os.Args[1:])
	case "garbage":
		fmt.Println("Segmentation fault, {not json")
	case "wrong":
		fmt.Println(`{"results": 7, "memories": "none", "error": null}`)
	case "number":
		fmt.Println(`7`)
	case "silent", "deaf":
	case "fail":
		fmt.Fprintln(os.Stderr, `{"error":{"code":"invalid","message":"the expiry is in the past","hint":"give one in the future"}}`)
		return 1
	case "crash":
		fmt.Fprintln(os.Stderr, "panic: everything is lost\ngoroutine 1")
		return 2
	case "flood":
		for {
			if _, err := os.Stdout.WriteString("all work and no play makes a dull program\n"); err != nil {
				return 1
			}
		}
	case "hang":
		time.Sleep(10 * time.Minute)
	case "orphan": // ends, but a child of it holds the pipes open
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), "FAKE_MEMORY=hang")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		if err := child.Start(); err != nil {
			return 99
		}
	}
	return 0
}

// record adds a call to the log, and says which process it was.
func record(stdin string) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	line, err := json.Marshal(call{os.Args[1:], stdin, os.Getenv("AGMEM_SESSION"), dir})
	if err != nil {
		return err
	}
	log, err := os.OpenFile(os.Getenv("FAKE_LOG"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err := log.Write(append(line, '\n')); err != nil {
		return err
	}
	if err := log.Close(); err != nil {
		return err
	}
	return os.WriteFile(os.Getenv("FAKE_PID"), []byte(strconv.Itoa(os.Getpid())), 0o600)
}

// answer prints what memory would, in the form of its contract.
func answer(args []string) int {
	const one = `{"id":7,"uuid":"u7","content":"the API is on 8080","tags":["ports"],"created_at":"2027-01-15T10:00:00.000Z","entered_by":"build"`
	for _, name := range args {
		switch name {
		case "store":
			fmt.Println(one + `,"expires_at":"2027-01-31T22:59:59.999Z","created":true}`)
			return 0
		case "search":
			fmt.Println(`{"results":[` + one + `,"score":0.9,"parts":{}}],"corrections":[{"from":"prot","to":"port"}],"total":12}`)
			return 0
		case "extract":
			fmt.Println(`{"memories":[` + one + `}]}`)
			return 0
		}
	}
	return 2
}
