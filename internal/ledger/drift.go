package ledger

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/agmem/agmem/internal/ledger/workspace"
)

// drift compares what items say of the workspace they were captured in with what
// it is now. Default is the workspace of items that do not name their own; empty
// for none.
func (l *Ledger) drift(ctx context.Context, taken []candidate, standard string) ([]Warning, error) {
	open := make(map[string]*workspace.Workspace)
	var all []Warning
	for _, c := range taken {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		path := c.entry.metadata.text("workspacePath")
		if path == "" {
			path = standard
		}
		if path == "" {
			continue
		}
		w := open[path]
		if w == nil {
			w = workspace.New(l.absolute(path))
			open[path] = w
		}
		all = append(all, gitDrift(w, c.entry, path)...)
		all = append(all, fileDrift(ctx, w, c.entry, path)...)
	}
	return distinct(all), ctx.Err()
}

// absolute returns a path as the working directory of the command has it.
func (l *Ledger) absolute(path string) string {
	if filepath.IsAbs(path) || l.opts.Dir == "" {
		return filepath.Clean(path)
	}
	return filepath.Join(l.opts.Dir, path)
}

func gitDrift(w *workspace.Workspace, e *entry, path string) []Warning {
	expectedBranch, expectedCommit := e.metadata.text("gitBranch"), e.metadata.text("gitCommit")
	if expectedBranch == "" && expectedCommit == "" {
		return nil
	}
	var all []Warning
	branch, commit := w.Head()
	if expectedBranch != "" && branch != "" && branch != expectedBranch {
		all = append(all, newWarning(BranchDrift, e.id,
			"Memory item was captured on branch "+expectedBranch+", but the workspace is on "+branch+".",
			members{{"expectedBranch", expectedBranch}, {"actualBranch", branch}, {"workspacePath", path}}))
	}
	if expectedCommit != "" && commit != "" && !isCommit(expectedCommit, commit) {
		all = append(all, newWarning(CommitDrift, e.id,
			"Memory item was captured at commit "+expectedCommit+", but the workspace is at "+commit+".",
			members{{"expectedCommit", expectedCommit}, {"actualCommit", commit}, {"workspacePath", path}}))
	}
	return all
}

// shortCommit is how many digits of a commit git itself shows at least.
const shortCommit = 7

// isCommit says whether a text names a commit, in full or by its first digits.
func isCommit(text, commit string) bool {
	text = strings.ToLower(text)
	return text == commit || len(text) >= shortCommit && strings.HasPrefix(commit, text)
}

func fileDrift(ctx context.Context, w *workspace.Workspace, e *entry, path string) []Warning {
	file := e.metadata.text("filePath")
	if file == "" {
		return nil
	}
	if w.Stat(file) == workspace.Missing {
		return []Warning{newWarning(FileMissing, e.id, "Memory item references missing file "+file+".",
			members{{"filePath", file}, {"workspacePath", path}})}
	}
	expected := e.metadata.text("contentSha256")
	if expected == "" {
		return nil
	}
	actual := w.Hash(ctx, file)
	if actual == "" || strings.EqualFold(actual, expected) {
		return nil
	}
	return []Warning{newWarning(FileHashMismatch, e.id, "Memory item references "+file+", but its content hash has changed.",
		members{{"actualHash", actual}, {"expectedHash", expected}, {"filePath", file}, {"workspacePath", path}})}
}
