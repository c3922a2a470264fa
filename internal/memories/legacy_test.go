package memories_test

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories"
	"github.com/agmem/agmem/internal/memories/intake"
	"github.com/agmem/agmem/internal/storetest"
)

const legacySchema = `
	CREATE TABLE memories (
		id TEXT PRIMARY KEY, hash TEXT NOT NULL, content TEXT NOT NULL, digest TEXT NOT NULL, tags TEXT,
		created_at TEXT NOT NULL, updated_at TEXT NOT NULL, access_count INTEGER DEFAULT 0);
	CREATE UNIQUE INDEX idx_memories_hash ON memories (hash);
	CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT);`

func TestReadLegacy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memories.db")
	execute(t, path, legacySchema+`
		INSERT INTO memories VALUES
		('0B3CAF1E-3F3D-4E59-9C3B-0A5C4C0C8D11', 'h1', 'second thing', 'short', '["Node","esm","a,b|c"]',
			'2025-02-03T04:05:06.789Z', '2025-02-04T00:00:00.000Z', 7),
		('1b3caf1e-3f3d-4e59-9c3b-0a5c4c0c8d11', 'h2', 'first thing', 'first thing', NULL,
			'2024-12-31T23:59:59+01:00', '2024-12-31 22:59:59', NULL)`)
	legacy, err := readLegacy(t, path)
	if err != nil {
		t.Fatal(err)
	}
	want := []agmem.Memory{{
		ID: "1b3caf1e-3f3d-4e59-9c3b-0a5c4c0c8d11", Hash: agmem.HashContent("first thing"), Content: "first thing",
		Digest: "first thing", Tags: []string{}, CreatedAt: instant(t, "2024-12-31T22:59:59Z"), UpdatedAt: instant(t, "2024-12-31T22:59:59Z"),
	}, {
		ID: "0b3caf1e-3f3d-4e59-9c3b-0a5c4c0c8d11", Hash: agmem.HashContent("second thing"), Content: "second thing",
		Digest: "short", Tags: []string{"Node", "esm", "a", "b", "c"},
		CreatedAt: instant(t, "2025-02-03T04:05:06.789Z"), UpdatedAt: instant(t, "2025-02-04T00:00:00Z"), AccessCount: 7,
	}}
	if !reflect.DeepEqual(legacy, want) {
		t.Fatalf("got  %+v\nwant %+v", legacy, want)
	}
	s := open(t, filepath.Join(t.TempDir(), "agmem.db"), memories.Options{})
	if _, err := s.Import(t.Context(), storetest.Sequence(legacy...), agmem.ImportOptions{}); err != nil {
		t.Fatal(err)
	}
	for i, m := range export(t, s) {
		want[i].Number = int64(i + 1)
		if !reflect.DeepEqual(m, want[i]) {
			t.Errorf("stored %+v\nwant %+v", m, want[i])
		}
	}
}

func TestReadLegacyNamesBadRows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memories.db")
	execute(t, path, legacySchema+`
		INSERT INTO memories VALUES
		('0b3caf1e-3f3d-4e59-9c3b-0a5c4c0c8d11', 'h1', 'good', 'd', '[]', '2025-02-03T04:05:06Z', '2025-02-03T04:05:06Z', 0),
		('not-a-uuid', 'h2', 'x', 'd', '[]', '2025-02-03T04:05:06Z', '2025-02-03T04:05:06Z', 0),
		('2b3caf1e-3f3d-4e59-9c3b-0a5c4c0c8d11', 'h3', 'x', 'd', '{', '2025-02-03T04:05:06Z', '2025-02-03T04:05:06Z', 0),
		('3b3caf1e-3f3d-4e59-9c3b-0a5c4c0c8d11', 'h4', 'x', 'd', '[]', 'yesterday', '2025-02-03T04:05:06Z', 0)`)
	memories, err := readLegacy(t, path)
	if agmem.KindOf(err) != agmem.Invalid || memories != nil {
		t.Fatalf("%d memories, %v", len(memories), err)
	}
	for _, part := range []string{"row 2", "not-a-uuid", "row 3", "not a JSON list", "row 4", `"yesterday" is not a time`} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q lacks %q", err, part)
		}
	}
}

func TestReadLegacyRefusesOtherFiles(t *testing.T) {
	folder := t.TempDir()
	ours := filepath.Join(folder, "ours.db")
	if err := openOnce(t, ours).Close(); err != nil {
		t.Fatal(err)
	}
	text := filepath.Join(folder, "text.db")
	write(t, text, strings.Repeat("text ", 1000))
	for path, kind := range map[string]agmem.Kind{
		filepath.Join(folder, "none.db"): agmem.NotFound, text: agmem.Corrupt, ours: agmem.Invalid,
	} {
		if _, err := readLegacy(t, path); agmem.KindOf(err) != kind {
			t.Errorf("%s: %v, %v", path, agmem.KindOf(err), err)
		}
	}
}

func readLegacy(t *testing.T, path string) ([]agmem.Memory, error) {
	t.Helper()
	total, all, err := intake.CheckDatabase(t.Context(), path)
	if err != nil {
		return nil, err
	}
	var memories []agmem.Memory
	for m, err := range all {
		if err != nil {
			t.Fatal(err)
		}
		memories = append(memories, m)
	}
	if len(memories) != total {
		t.Fatalf("%d memories were announced, %d came", total, len(memories))
	}
	return memories, nil
}

func instant(t *testing.T, text string) agmem.Instant {
	t.Helper()
	var i agmem.Instant
	if err := i.UnmarshalText([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return i
}
