package wire

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/accesstoken"
	"github.com/agmem/agmem/internal/cli/agmemcli"
	"github.com/agmem/agmem/internal/config"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/origin"
	"github.com/agmem/agmem/internal/paths"
)

// tokenVariable is the environment variable that has the token of a server.
const tokenVariable = "AGMEM_MCP_TOKEN"

// serveMemories runs the MCP server of agmem. Until a tool is called it opens
// nothing and reads no configuration.
func (s *settings) serveMemories(ctx context.Context, asked agmemcli.MCP) error {
	if err := s.need(s.parts.ServeMemories != nil, "the MCP server"); err != nil {
		return err
	}
	asked.Place.Notice = inTurn(asked.Place.Notice)
	return s.parts.ServeMemories(ctx, Served{
		MCP:     asked,
		In:      s.env.Stdin,
		Out:     s.env.Stdout,
		Library: func() (*library.Library, func() error, error) { return s.freshLibrary(asked.Place) },
		Origin:  s.clientOrigin,
		Now:     s.env.Now,
		Banks:   s.banks(nil),
		Token:   s.token,
	})
}

// freshLibrary returns the use cases over what the configuration and the folders
// say now.
func (s *settings) freshLibrary(place agmemcli.Place) (*library.Library, func() error, error) {
	now := newSettings(s.env)
	now.parts = s.parts
	lib, err := now.library(place)
	if err != nil {
		return nil, nil, err
	}
	return lib, func() error {
		err := lib.Close()
		now.release()
		return err
	}, nil
}

// clientOrigin is the origin of what an MCP client writes. Its name is the author
// if neither the environment nor the configuration says one.
func (s *settings) clientOrigin(client string) (agmem.Origin, error) {
	c, err := newSettings(s.env).config()
	if err != nil {
		return agmem.Origin{}, err
	}
	return origin.Detect(s.env.Getenv, s.env.Dir, origin.Options{
		DefaultAuthor: cmp.Or(c.Value(config.Author), client),
		NoGit:         !c.Enabled(config.OriginGit),
	}), nil
}

// token returns the token of the environment, else that of a private file in the
// data folder, which is made where there is none.
func (s *settings) token() (token, place string, err error) {
	if token = s.env.Getenv(tokenVariable); token != "" {
		return token, "$" + tokenVariable, accesstoken.Check(token)
	}
	folder, err := paths.DataDir(s.env.Getenv)
	if err != nil {
		return "", "", err
	}
	file := filepath.Join(folder, "mcp-token")
	token, err = accesstoken.Kept(file)
	if e, ok := errors.AsType[*agmem.Error](err); ok && e.Hint == "" {
		err = e.WithHint("set %s", tokenVariable)
	}
	return token, file, err
}
