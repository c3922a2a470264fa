package memories_test

import (
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories"
	"github.com/agmem/agmem/internal/storetest"
)

// llmemoryRows has numbers with gaps, tags in an order of their own, one tag in
// two cases, an expired memory and one without anything.
const llmemoryRows = `
	INSERT INTO memories (id, content, created_at, entered_by, expires_at) VALUES
		(1, 'Docker Compose: use depends_on', 1736935200, 'investigate-agent', NULL),
		(4, 'Staging server: valid through Q1 2025', 1736935201, NULL, 1743465600),
		(9, 'gone', 1736935202, 'x', NULL),
		(12, 'Nginx: "proxy_set_header" und Umlaute: äöü', 1736935100, 'optimize-agent', 4102444800);
	DELETE FROM memories WHERE id = 9;
	INSERT INTO tags (id, name) VALUES (1, 'networking'), (2, 'Docker'), (3, 'two,tags');
	INSERT INTO memory_tags (memory_id, tag_id) VALUES (1, 2), (1, 1), (12, 3), (12, 1);`

// llmemory makes a database of a phase.
func llmemory(t *testing.T, phase int, rows string) string {
	t.Helper()
	schema, err := os.ReadFile(filepath.Join("testdata", "llmemory", fmt.Sprintf("phase%d.sql", phase)))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "memories.db")
	execute(t, path, string(schema)+rows)
	return path
}

func TestReadLLMemory(t *testing.T) {
	for phase := 1; phase <= 3; phase++ {
		t.Run(fmt.Sprint("phase ", phase), func(t *testing.T) {
			path := llmemory(t, phase, llmemoryRows)
			before := folderState(t, filepath.Dir(path))
			read, err := readLegacy(t, path)
			if err != nil {
				t.Fatal(err)
			}
			want := []agmem.Memory{{
				Number: 1, Content: "Docker Compose: use depends_on", Tags: []string{"Docker", "networking"},
				CreatedAt: instant(t, "2025-01-15T10:00:00Z"), Origin: agmem.Origin{Author: "investigate-agent"},
			}, {
				Number: 4, Content: "Staging server: valid through Q1 2025", Tags: []string{},
				CreatedAt: instant(t, "2025-01-15T10:00:01Z"), ExpiresAt: instant(t, "2025-04-01T00:00:00Z"),
			}, {
				Number: 12, Content: `Nginx: "proxy_set_header" und Umlaute: äöü`, Tags: []string{"two", "tags", "networking"},
				CreatedAt: instant(t, "2025-01-15T09:58:20Z"), ExpiresAt: instant(t, "2100-01-01T00:00:00Z"),
				Origin: agmem.Origin{Author: "optimize-agent"},
			}}
			for i := range want {
				want[i].Hash, want[i].UpdatedAt, want[i].ID = agmem.HashContent(want[i].Content), want[i].CreatedAt, read[i].ID
			}
			if !reflect.DeepEqual(read, want) {
				t.Fatalf("got  %+v\nwant %+v", read, want)
			}
			if after := folderState(t, filepath.Dir(path)); !maps.Equal(after, before) {
				t.Errorf("the folder of the database has changed from %v to %v", before, after)
			}
			s := open(t, filepath.Join(t.TempDir(), "agmem.db"), memories.Options{})
			for _, report := range []agmem.ImportReport{{Added: 3}, {Unchanged: 3}} {
				got, err := s.Import(t.Context(), storetest.Sequence(read...), agmem.ImportOptions{})
				if err != nil || !reflect.DeepEqual(got, report) {
					t.Errorf("%+v, %v; want %+v", got, err, report)
				}
			}
			for i := range want {
				want[i].Digest = want[i].Content
			}
			if stored := export(t, s); !reflect.DeepEqual(stored, want) {
				t.Errorf("stored %+v\nwant   %+v", stored, want)
			}
		})
	}
}

// folderState is what is in a folder, with what would show a write.
func folderState(t *testing.T, folder string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	state := make(map[string]string)
	for _, e := range entries {
		path := filepath.Join(folder, e.Name())
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		state[e.Name()] = info.ModTime().String() + " " + agmem.HashContent(string(content))[:8]
	}
	return state
}

// A database whose last writes are in the WAL alone, as after a crash or while its
// program runs, is read with them, and neither file changes.
func TestReadLLMemoryWithWAL(t *testing.T) {
	source := llmemory(t, 3, `PRAGMA journal_mode = WAL;`)
	db, err := sql.Open("sqlite", source)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(llmemoryRows); err != nil {
		t.Fatal(err)
	}
	for name, files := range map[string][]string{"left behind": {"", "-wal"}, "in use": {"", "-wal", "-shm"}, "without": {""}} {
		t.Run(name, func(t *testing.T) {
			rows := 0
			if len(files) > 1 {
				rows = 3
			}
			path := filepath.Join(t.TempDir(), "memories.db")
			for _, suffix := range files {
				content, err := os.ReadFile(source + suffix)
				if err != nil {
					t.Fatal(err)
				}
				write(t, path+suffix, string(content))
				old := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
				if err := os.Chtimes(path+suffix, old, old); err != nil {
					t.Fatal(err)
				}
			}
			before := folderState(t, filepath.Dir(path))
			if read, err := readLegacy(t, path); err != nil || len(read) != rows {
				t.Errorf("%d memories, %v; want %d", len(read), err, rows)
			}
			after := folderState(t, filepath.Dir(path))
			for _, name := range []string{"memories.db", "memories.db-wal"} { // every reader writes to the -shm
				if before[name] != "" && after[name] != before[name] {
					t.Errorf("%s has changed from %s to %s", name, before[name], after[name])
				}
			}
		})
	}
}

// An edited file is imported beside what it was before: its numbers say nothing.
func TestEditedLLMemory(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "agmem.db"), memories.Options{})
	for _, c := range []struct {
		rows   string
		report agmem.ImportReport
	}{
		{`INSERT INTO memories (id, content, created_at) VALUES (1, 'as it was', 1736935200), (2, 'same', 1736935200)`, agmem.ImportReport{Added: 2}},
		{`INSERT INTO memories (id, content, created_at) VALUES (1, 'edited', 1736935200), (2, 'same', 1736935999)`, agmem.ImportReport{Added: 1, Unchanged: 1}},
		{`INSERT INTO memories (id, content, created_at) VALUES (7, 'edited', 1736935200), (8, 'edited', 1736935200)`, agmem.ImportReport{Unchanged: 2}},
	} {
		read, err := readLegacy(t, llmemory(t, 3, c.rows))
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Import(t.Context(), storetest.Sequence(read...), agmem.ImportOptions{})
		if err != nil || !reflect.DeepEqual(got, c.report) {
			t.Errorf("%s: %+v, %v; want %+v", c.rows, got, err, c.report)
		}
	}
}

func TestReadLLMemoryNamesBadRows(t *testing.T) {
	for _, c := range []struct {
		name, rows string
		says       []string
	}{
		{
			"contents", `
			INSERT INTO memories (id, content, created_at) VALUES (1, 'good', 1), (2, ' ', 1), (3, x'ff', 1), (4, CAST(zeroblob(1) AS TEXT) || x'ff', 1)`,
			[]string{"memory 2: the content is empty", "memory 3: the content is not valid UTF-8"},
		},
		{
			"times", `
			INSERT INTO memories (id, content, created_at, expires_at) VALUES
				(1, 'a', 'yesterday', NULL), (2, 'b', 1736935200000, NULL), (3, 'c', 5, 'never'), (4, 'd', 1736935200, 1743465600), (5, 'e', 5.5, NULL)`,
			[]string{
				`memory 1: created_at is "yesterday", not a time in seconds`, `memory 2: created_at is "1736935200000", not`,
				`memory 3: expires_at is "never", not`,
			},
		},
		{
			"tags", `
			INSERT INTO memories (id, content, created_at) VALUES (1, 'a', 5);
			INSERT INTO tags (id, name) VALUES (1, 'fine'), (2, CAST(x'ff' AS TEXT)), (3, NULL);
			INSERT INTO memory_tags VALUES (1, 1), (1, 2), (1, 3), (7, 1), (1, 8), (NULL, 1), (1, NULL)`,
			[]string{
				"memory 1: the tag ", "not valid UTF-8", "a tag of memory 7: there is no such memory", "a tag of memory 1: there is no tag 8",
				"a tag of memory NULL: there is no such memory", "a tag of memory 1: there is no tag NULL",
			},
		},
		{
			"many", `
			WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20)
			INSERT INTO memories (id, content, created_at) SELECT i, ' ', i FROM n`,
			[]string{"memory 5: the content is empty; and 15 more"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			read, err := readLegacy(t, llmemory(t, 1, c.rows))
			if agmem.KindOf(err) != agmem.Invalid || read != nil {
				t.Fatalf("%d memories, %v", len(read), err)
			}
			for _, part := range c.says {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("%q lacks %q", err, part)
				}
			}
			if strings.Contains(err.Error(), "memory 4:") != (c.name == "contents" || c.name == "many") {
				t.Errorf("%q", err)
			}
		})
	}
}

// A column that a repaired file lets be NULL is named like any other.
func TestReadLLMemoryNamesNulls(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memories.db")
	execute(t, path, `
		CREATE TABLE memories (id INTEGER PRIMARY KEY, content TEXT, created_at DATETIME, entered_by TEXT, expires_at DATETIME);
		CREATE TABLE tags (id INTEGER PRIMARY KEY, name TEXT);
		CREATE TABLE memory_tags (memory_id INTEGER, tag_id INTEGER);
		INSERT INTO memories VALUES (1, NULL, 5, NULL, NULL), (2, 'no time', NULL, NULL, NULL), (3, 'good', 5, NULL, 6)`)
	_, err := readLegacy(t, path)
	if err == nil || !strings.HasSuffix(err.Error(), "imported: memory 1: the content is empty; memory 2: created_at is missing") {
		t.Error(err)
	}
}

// Of a database of agmem itself an import says what to do instead.
func TestImportRefusesOwnDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ours.db")
	if err := openOnce(t, path).Close(); err != nil {
		t.Fatal(err)
	}
	_, err := readLegacy(t, path)
	problem, ok := errors.AsType[*agmem.Error](err)
	if !ok || problem.Kind != agmem.Invalid || !strings.Contains(problem.Message, "is a database of agmem itself") ||
		!strings.Contains(problem.Hint, "import an export of it") || problem.Next.Action != agmem.ActionChooseDatabase {
		t.Errorf("%#v", err)
	}
}
