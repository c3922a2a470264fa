package agmemcli_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/clitest"
	"github.com/agmem/agmem/skills"
)

// Each block of the skill runs as it is written, on a store that has a memory with
// the id it names.
func TestSkillBlocksRun(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("NOT TESTED: the command lines of the skill, because there is no sh")
	}
	h := clitest.NewHome(t, "agmem")
	h.Must(t, "import", memoryOfTheSkill(t, h))
	blocks := regexp.MustCompile("(?ms)^```sh\n(.*?)^```$").FindAllStringSubmatch(string(skills.Agmem()), -1)
	commands := 0
	for _, block := range blocks {
		commands += strings.Count("\n"+block[1], "\nagmem ")
		cmd := exec.Command("sh", "-eu", "-c", block[1])
		cmd.Env = append(os.Environ(), "HOME="+h.Dir, "AGMEM_DB="+h.File("agmem.db"), "AGMEM_CONFIG="+h.File("config.json"),
			"AGMEM_NOW=2027-01-15T10:00:00Z", "TZ=UTC", "GORACE=atexit_sleep_ms=0")
		cmd.Dir = h.Dir
		if out, err := cmd.CombinedOutput(); err != nil || strings.Contains(string(out), "hint: ") {
			t.Errorf("%v:\n%s%s", err, block[1], out)
		}
	}
	if commands < 8 {
		t.Errorf("%d commands", commands)
	}
	if out := h.Must(t, "get", "a3f2"); !strings.Contains(out, "Sessions are in Postgres since May 2026") {
		t.Errorf("after the blocks the memory is\n%s", out)
	}
}

// memoryOfTheSkill writes an export with the memory that the skill reads.
func memoryOfTheSkill(t *testing.T, h *clitest.Home) string {
	t.Helper()
	line, err := json.Marshal(map[string]any{
		"id": "a3f20000-0000-4000-8000-000000000000", "content": "Sessions are in memcached", "tags": []string{"decision"},
	})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(h.Dir, "memory.jsonl")
	if err := os.WriteFile(path, line, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
