package wire

import (
	"context"
	"io"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/cli/agmemcli"
	"github.com/agmem/agmem/internal/embed"
	"github.com/agmem/agmem/internal/handover"
	"github.com/agmem/agmem/internal/library"
)

// Parts are what only the full build is linked with, because its packages would
// make every command start later. Each is nil in the light build.
type Parts struct {
	// MCP serves banks over the Model Context Protocol until in ends.
	MCP func(ctx context.Context, in io.Reader, out io.Writer, room *banks.Banks) error
	// ServeMemories serves memories, and what else is asked for, over the Model
	// Context Protocol.
	ServeMemories func(ctx context.Context, served Served) error
	// CompileFilter makes a jq filter; see [banks.Options].
	CompileFilter func(filter string, debug io.Writer) (banks.Filter, error)
	// Embeddings speaks to services that make vectors.
	Embeddings embed.Network
	// PullModel lets an Ollama fetch its model.
	PullModel func(ctx context.Context, service embed.Service, progress func(done, total int64)) error
	// FetchModel brings a local model into a folder.
	FetchModel func(ctx context.Context, wanted embed.Wanted) (embed.Fetched, error)
}

// Served is what a server of memories needs.
type Served struct {
	agmemcli.MCP
	In  io.Reader
	Out io.Writer
	// Library opens the use cases for one call, and returns what closes them.
	Library func() (*library.Library, func() error, error)
	// Origin returns where and by whom something is being written; client is for
	// where nothing else says who.
	Origin func(client string) (agmem.Origin, error)
	Now    func() time.Time
	Banks  *banks.Banks
	// Token returns what requests over HTTP must bear, and where that is kept.
	Token func() (token, place string, err error)
}

// need returns nil where a part is linked. Where it is not, the full build
// answers the whole command line; the error then says that it has done so, or
// why it could not. A command has to call it before it reads standard input,
// writes or prints anything.
func (s *settings) need(linked bool, part string) error {
	sender, received := handover.Received(s.env.Getenv)
	switch {
	case linked && received && sender != cli.Version:
		return agmem.Errorf(agmem.Unavailable, "agmem %s passed this command on to %s %s, but the two versions differ",
			sender, handover.Full, cli.Version).WithHint(installHint, sender)
	case linked:
		return nil
	case received:
		return agmem.Errorf(agmem.Unavailable, "%s needs the full build, but the program called %s here is another one", part, handover.Full).
			WithHint(installHint, cli.Version)
	}
	return s.handOver(part)
}

// installHint says how to get the full build, of a version.
const installHint = "put the agmem-full of the same release into the folder of agmem, or run: " +
	"go install github.com/agmem/agmem/cmd/agmem-full@v%s"

func (s *settings) handOver(part string) error {
	path, ok := handover.Find(s.env.Called)
	if !ok {
		return agmem.Errorf(agmem.Unavailable, "%s needs %s, which is neither in the folder of agmem nor in $PATH", part, handover.Full).
			WithHint(installHint, cli.Version)
	}
	code, err := handover.Pass(path, s.env.Called, s.env.Args, cli.Version)
	if err != nil {
		return agmem.Errorf(agmem.Unavailable, "%s cannot be run: %w", path, err).WithHint(installHint, cli.Version)
	}
	return &cli.Answered{Code: code}
}
