package sqlitedb

import (
	"context"
	"database/sql"

	"github.com/agmem/agmem"
)

// applicationID marks our files: "agmm" in ASCII.
const applicationID = 0x61676d6d

// queryer is a connection or a transaction.
type queryer interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// header is what the file says of itself before any table is read.
type header struct {
	application int
	version     int // of the component that is InHeader
	tables      int // in an unmarked file; our own are not counted
}

// readHeader reads all of it in one statement, which sees one moment: another
// process may be making the tables right now.
func readHeader(ctx context.Context, db queryer) (header, error) {
	var h header
	err := db.QueryRowContext(ctx, `
		SELECT a.application_id, v.user_version,
			iif(a.application_id = 0, (SELECT count(*) FROM sqlite_schema), 0)
		FROM pragma_application_id AS a, pragma_user_version AS v`).
		Scan(&h.application, &h.version, &h.tables)
	return h, err
}

// check refuses a file that is not ours.
func (h header) check(path string) error {
	if h.application == applicationID || h.application == 0 && h.tables == 0 && h.version == 0 {
		return nil
	}
	return agmem.Errorf(agmem.Invalid, "%s is a SQLite database of another program", path).
		WithHint("choose another file for agmem; an import can read the databases that it knows").
		WithStep(agmem.ActionChooseDatabase, "")
}
