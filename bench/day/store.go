package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// home is a machine with the programs, two repositories and a database.
type home struct{ dir, programs, model string }

// settle makes the repositories, stores the facts of the day through the command
// that an agent calls, and fills up with others to so many facts.
func (h *home) settle(size int) error {
	for _, p := range []project{shop, atlas, common} {
		if err := h.makeFolder(p); err != nil {
			return err
		}
	}
	if h.model != "" {
		if _, err := h.agmem(common, "", "run", "init", "--from", h.model); err != nil {
			return err
		}
	}
	if err := h.fill(size - len(day())); err != nil {
		return err
	}
	for _, f := range day() {
		if _, err := h.agmem(f.project, "", "add", f.text, "--session", f.session, "--author", "agent"); err != nil {
			return err
		}
	}
	_, err := h.agmem(common, "", "run", "embed") // what a long import left
	return err
}

func (h *home) folder(p project) string {
	if p == common {
		return filepath.Join(h.dir, "elsewhere")
	}
	return filepath.Join(h.dir, string(p))
}

func (h *home) makeFolder(p project) error {
	if err := os.MkdirAll(h.folder(p), 0o700); err != nil || p == common {
		return err
	}
	for _, args := range [][]string{{"init", "-q"}, {"remote", "add", "origin", "https://" + repository(p) + ".git"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = h.folder(p)
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("git %v: %w: %s", args, err, out)
		}
	}
	return nil
}

func repository(p project) string { return "git.example/team/" + string(p) }

// fill imports what the day is hidden in.
func (h *home) fill(n int) error {
	if n <= 0 {
		return nil
	}
	type memory struct {
		Content string            `json:"content"`
		Origin  map[string]string `json:"origin"`
	}
	var lines bytes.Buffer
	for _, f := range fillers(n) {
		line, err := json.Marshal(memory{f.text, map[string]string{"repository": repository(f.project), "author": "agent"}})
		if err != nil {
			return err
		}
		lines.Write(append(line, '\n'))
	}
	_, err := h.agmem(common, lines.String(), "import", "-")
	return err
}

// agmem runs the program in the folder of a project, as an agent does.
func (h *home) agmem(in project, stdin string, args ...string) (string, error) {
	cmd := exec.Command(filepath.Join(h.programs, "agmem"), args...)
	cmd.Dir = h.folder(in)
	cmd.Env = []string{"HOME=" + h.dir, "PATH=" + h.programs + string(filepath.ListSeparator) + os.Getenv("PATH")}
	cmd.Stdin = strings.NewReader(stdin)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("agmem %v: %w: %s", args, err, &stderr)
	}
	return stdout.String(), nil
}

// recall calls a tool of the MCP server and returns the text that the model reads.
func (h *home) recall(in project, question string) (string, error) {
	arguments, err := json.Marshal(map[string]string{"query": question})
	if err != nil {
		return "", err
	}
	answer, err := h.mcp(in, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"recall","arguments":`+string(arguments)+`}}`)
	if err != nil {
		return "", err
	}
	var result struct {
		Result struct {
			Content []struct{ Text string }
		}
	}
	if err := json.Unmarshal([]byte(answer), &result); err != nil {
		return "", err
	}
	text := ""
	for _, c := range result.Result.Content {
		text += c.Text
	}
	return text, nil
}

// mcp sends a request after the handshake and returns the line that answers it.
func (h *home) mcp(in project, request string) (string, error) {
	out, err := h.agmem(in, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"day","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`+request+"\n", "mcp")
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(out) {
		if strings.Contains(line, `"id":2`) {
			return line, nil
		}
	}
	return "", fmt.Errorf("no answer in %.200q", out)
}
