package banksource

import (
	"context"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/banks/bankfolder"
	"github.com/agmem/agmem/internal/rawjson"
)

// Get returns values by their whole ids, read from the banks themselves. No
// access is counted, because that would be a write to the user's bank.
func (s *Source) Get(ctx context.Context, ids []string) ([]agmem.Memory, error) {
	return agmem.GetEach(ctx, ids, s.get)
}

func (s *Source) get(ctx context.Context, id string) (agmem.Memory, error) {
	folder, bank, key, ok := s.locate(id)
	if !ok {
		return agmem.Memory{}, agmem.Errorf(agmem.NotFound, "there is no bank value %q", id).
			WithHint("the address of a value is banks:<scope>/<bank>/<key>").WithStep(agmem.ActionListSource, Name)
	}
	e, ok, err := folder.Find(ctx, bank, key)
	switch {
	case banks.HasCode(err, banks.BankNotFound):
		return agmem.Memory{}, agmem.Errorf(agmem.NotFound, "there is no bank %s/%s", folder.Scope(), bank).
			WithHint("list the banks that exist").WithStep(agmem.ActionListSource, Name)
	case err != nil:
		return agmem.Memory{}, agmem.Named(string(folder.Scope())+"/"+bank, err)
	case !ok:
		return agmem.Memory{}, agmem.Errorf(agmem.NotFound, "the bank %s/%s has no key %q", folder.Scope(), bank, key).
			WithHint("list the keys that it has").WithStep(agmem.ActionListSource, Name)
	case e.Expired(s.now()):
		return agmem.Memory{}, agmem.Errorf(agmem.Expired, "the value %s expired at %s", id, e.Metadata().ExpiresAt)
	}
	return memory(id, e), nil
}

// locate splits an id; false for one that no value can have.
func (s *Source) locate(id string) (folder *bankfolder.Folder, bank, key string, ok bool) {
	scope, rest, _ := strings.Cut(id, "/")
	bank, key, _ = strings.Cut(rest, "/")
	if banks.CheckName(bank) != nil || key == "" {
		return nil, "", "", false
	}
	for _, shelf := range s.shelves {
		if string(shelf.folder.Scope()) == scope {
			return shelf.folder, bank, key, true
		}
	}
	return nil, "", "", false
}

// content is a value as the content of a memory: a string itself, or the JSON
// text of any other value, laid out anew.
func content(value []byte) string {
	if isString(value) {
		return rawjson.Unquote(value)
	}
	return string(rawjson.AppendIndented(nil, value, 0))
}

// memory is an entry as a memory.
func memory(id string, e banks.Entry) agmem.Memory {
	known := e.Metadata()
	text := content(e.Value)
	return agmem.Memory{
		ID: id, Hash: agmem.HashContent(text), Content: text, Digest: digest(e.Key, e.Value), Tags: []string{},
		CreatedAt: known.CreatedAt, UpdatedAt: known.UpdatedAt, ExpiresAt: known.ExpiresAt,
	}
}
