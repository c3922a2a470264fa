package origin

import "github.com/agmem/agmem"

// agentOf returns the author and the session of the agent that runs this
// process, both empty where no known one does. The variables are those that
// the agents set for the commands they run:
//
//   - Claude Code: CLAUDECODE (its page "Environment variables") and
//     CLAUDE_CODE_SESSION_ID (the same value as session_id in its hooks).
//   - Codex: CODEX_THREAD_ID (its source, shell_environment.rs).
//   - Hermes: HERMES_SESSION_ID (its session context, for the terminal tool).
//   - OpenCode: OPENCODE (its source, index.ts). It tells no session; a plugin
//     can, by setting AGMEM_SESSION in shell.env.
//
// Where agents start one another the outer one's variables are inherited, and
// which is the inner cannot be told: the order of the table decides.
func agentOf(env Environment) agmem.Origin {
	for _, agent := range [...]struct{ author, marker, session string }{
		{"claude-code", "CLAUDECODE", "CLAUDE_CODE_SESSION_ID"},
		{"codex", "CODEX_THREAD_ID", "CODEX_THREAD_ID"},
		{"hermes", "HERMES_SESSION_ID", "HERMES_SESSION_ID"},
		{"opencode", "OPENCODE", ""},
	} {
		if !isTrue(env(agent.marker)) {
			continue
		}
		o := agmem.Origin{Author: agent.author}
		if agent.session != "" {
			o.Session = env(agent.session)
		}
		return o
	}
	return agmem.Origin{}
}
