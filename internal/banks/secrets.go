package banks

import (
	"bytes"
	"context"

	"github.com/agmem/agmem/internal/banks/bankfile"
	"github.com/agmem/agmem/internal/rawjson"
)

// guarded returns what is to be stored of a value under a key. The key is looked at
// with it, because it may say what the value is. Before is the value that it takes
// the place of, if it is made of that.
func (s *shelves) guarded(ctx context.Context, key string, value, before []byte) ([]byte, error) {
	if s.Guard.Idle(ctx) {
		return value, nil
	}
	// An error about the key does not name it, as others do.
	if kept, err := s.Guard.Text(ctx, "key", key); err != nil {
		return nil, err
	} else if kept != key {
		return nil, Errorf(SecretFound, "the key has what looks like a secret, and a key cannot be redacted")
	}
	head := append(append([]byte{'{'}, rawjson.AppendQuoted(nil, key)...), ':')
	entry := append(append(head[:len(head):len(head)], value...), '}')
	kept, err := s.Guard.JSON(ctx, "value", entry, string(before))
	if err != nil {
		return nil, AboutKey(err, key)
	}
	if string(kept) == string(entry) {
		return value, nil
	}
	if !bytes.HasPrefix(kept, head) {
		return nil, AboutKey(Errorf(SecretFound, "the key and its value together look like a secret"), key)
	}
	return kept[len(head) : len(kept)-1], nil
}

// guardBank looks for secrets in all entries of a bank that comes from outside.
func (s *shelves) guardBank(ctx context.Context, b *bankfile.Bank) error {
	if s.Guard.Idle(ctx) {
		return nil
	}
	for e := range b.Entries() {
		kept, err := s.guarded(ctx, e.Key, e.Value, nil)
		if err != nil {
			return err
		}
		if string(kept) != string(e.Value) {
			e.Value = kept
			b.Put(e)
		}
	}
	return nil
}
