package wire

import (
	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/config"
	"github.com/agmem/agmem/internal/library"
)

// banks returns the use cases of JSON banks over the folders that the working
// directory and the environment say. It touches nothing.
func (s *settings) banks() *library.Banks {
	return library.NewBanks(library.BankOptions{Places: s.bankPlaces, Now: s.env.Now})
}

func (s *settings) bankPlaces() library.BankPlaces {
	found := banks.Locate(s.env.Getenv, s.env.Dir)
	places := library.BankPlaces{UserErr: found.UserErr, ProjectFound: found.ProjectFound}
	if found.UserErr == nil {
		places.User = s.bankFolder(found.User, agmem.UserScope)
	}
	if found.Project != "" {
		places.Project = s.bankFolder(found.Project, agmem.ProjectScope)
	}
	return places
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
