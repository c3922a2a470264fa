package wire

import (
	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/config"
	"github.com/agmem/agmem/internal/library"

	"github.com/agmem/agmem"
)

// banks returns the use cases of JSON banks over the folders that the working
// directory and the environment say. It touches nothing.
func (s *settings) banks() *library.Banks {
	places := banks.Locate(s.env.Getenv, s.env.Dir)
	o := library.BankOptions{
		User: func() (library.BankFolder, error) {
			if places.UserErr != nil {
				return nil, places.UserErr
			}
			return s.bankFolder(places.User, agmem.UserScope), nil
		},
		ProjectFound: places.ProjectFound,
		Now:          s.env.Now,
	}
	if places.Project != "" {
		o.Project = s.bankFolder(places.Project, agmem.ProjectScope)
	}
	return library.NewBanks(o)
}

func (s *settings) bankFolder(path string, scope agmem.Scope) *banks.Folder {
	return banks.NewFolder(path, scope, banks.Options{Now: s.env.Now, Compress: s.compressBanks})
}

// compressBanks reads the configuration, which is therefore not read before a
// bank is large enough for the question to matter.
func (s *settings) compressBanks() (bool, error) {
	c, err := s.config()
	if err != nil {
		return false, err
	}
	return c.Enabled(config.CompressBanks), nil
}
