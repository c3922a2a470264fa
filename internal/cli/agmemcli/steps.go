package agmemcli

import (
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
)

// step is what a user of agmem types for an action.
type step struct {
	line    string // with {} for what the action is done to
	instead bool   // the line says it all; else it comes after the hint
}

// steps has a row for each action.
var steps = map[agmem.Action]step{
	agmem.ActionAdd:            {`agmem add "what is worth remembering" --tags topic`, true},
	agmem.ActionSearch:         {`agmem search "what you want to know"; to browse: agmem list`, true},
	agmem.ActionList:           {"agmem list", false},
	agmem.ActionListSource:     {"agmem list --source {}", false},
	agmem.ActionGet:            {"agmem get {}", false},
	agmem.ActionRevise:         {"give --content, --digest, --tags, --add-tag, --remove-tag or --expires, or the new content on standard input", true},
	agmem.ActionDelete:         {"agmem delete ID", false},
	agmem.ActionUndo:           {"agmem undo --id {}", false},
	agmem.ActionUndoAny:        {"agmem undo --any", false},
	agmem.ActionRun:            {"agmem run {}", false},
	agmem.ActionChooseDatabase: {"--db PATH, or AGMEM_DB", false},
	agmem.ActionConfigure:      {"agmem config set {}", true},
	agmem.ActionKnownSettings:  {"agmem config list --known", false},
	agmem.ActionFollowLinks:    {"agmem config set links.follow true (for every folder)", false},
	agmem.ActionAllowSecret:    {cli.AllowSecretHint, true},
	agmem.ActionServeRemote:    {"127.0.0.1:PORT is for this machine alone; --allow-remote lets other machines in, and nothing is encrypted", true},
	agmem.ActionRepairBanks:    {"agmem memory-cli repair saves what can be read", true},
}

// hint returns the next step after an error as it is typed.
func hint(e *agmem.Error) string {
	s, ok := steps[e.Next.Action]
	if e.Next.Action == agmem.ActionShowSettings {
		s, ok = showSettings(e.Next.On), true
	}
	line := strings.ReplaceAll(s.line, "{}", e.Next.On)
	switch {
	case !ok:
		return e.Hint
	case s.instead || e.Hint == "":
		return line
	}
	return e.Hint + ": " + line
}

func showSettings(source string) step {
	if source == "" {
		return step{"what is set: agmem config list; what can be set: agmem config list --known", true}
	}
	return step{"agmem config list --source {}", false}
}
