package ledger

import (
	"context"
	"strings"

	"github.com/agmem/agmem"
)

// LastState returns the newest state of a session. The state of a scope that is
// named after another project does not count where a repository is given.
func (s *Source) LastState(ctx context.Context, repository string) (agmem.Memory, bool, error) {
	var last agmem.Memory
	found := false
	err := s.ledger.read(ctx, func(ctx context.Context, t *txn) error {
		const looked = 100 // states; older ones are of work that is long over
		states, err := entries(ctx, t, `WHERE e.kind = 'session' ORDER BY e.written DESC, e.number DESC LIMIT ?`, looked)
		for _, e := range states {
			if e.scope.about(repository) {
				last, found = e.memory(), true
				break
			}
		}
		return err
	})
	return last, found, err
}

// about says whether a scope can be that of a repository: it is named after it, or
// after no project at all.
func (s Scope) about(repository string) bool {
	project := s.project()
	if project == "" || repository == "" {
		return true
	}
	return project == repository || strings.HasSuffix(repository, "/"+project)
}

// project is the project that a scope is named after, empty for none.
func (s Scope) project() string {
	if s == DefaultScope() || s.Type != Project && s.Type != Workspace {
		return ""
	}
	return s.ID
}
