package sqlitedb

import (
	"database/sql"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

const (
	// busyTimeout is how long a process waits for its turn to write, unless the
	// caller says otherwise.
	busyTimeout = 30 * time.Second
	// maxConnections lets readers of one process go on while another goroutine
	// writes. A command line needs one, and connections are made when needed.
	maxConnections = 4
)

// The settings of every connection. What is deleted is overwritten where that
// costs nothing (secure_delete FAST); a purge does the rest. A cache keeps the
// journal that a rollback needs in memory: after a crash it is made again.
const (
	durable    = "&_pragma=synchronous(FULL)&_pragma=foreign_keys(ON)&_pragma=secure_delete(FAST)"
	disposable = "&_pragma=journal_mode(MEMORY)&_pragma=synchronous(NORMAL)&_pragma=secure_delete(ON)"
)

// mappedBytes is how much of a file is read as memory, which spares a copy and two
// pages of memory for each page of the file. Of a larger file only the beginning is: what is
// mapped counts as memory of the process.
const mappedBytes = 32 << 20

// mapping is the setting that reads the beginning of a file as memory.
func mapping() string { return "&_pragma=mmap_size(" + strconv.Itoa(mappedBytes) + ")" }

// waiting is the setting that makes a connection wait for others. It comes first,
// for all that follows may have to wait.
func waiting(wait time.Duration) string {
	return "&_pragma=busy_timeout(" + strconv.FormatInt(wait.Milliseconds(), 10) + ")"
}

// mode is how much of the file system a connection needs.
type mode string

const (
	modeWrite mode = "rw"
	// modeRead needs to make or write the -shm file beside the database.
	modeRead mode = "ro"
	// modeFrozen needs no other file and does not read -wal: only for a file that nobody
	// can be writing.
	modeFrozen mode = "ro&immutable=1"
)

// dataSource returns the driver's name of a file.
func dataSource(path string, m mode, settings string) string {
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed // a Windows drive
	}
	u := url.URL{Scheme: "file", Path: slashed}
	return u.String() + "?mode=" + string(m) + "&_txlock=immediate" + settings
}

// pool returns the connections to a data source, of which none is made yet.
func pool(source string, connections int) (*sql.DB, error) {
	db, err := sql.Open("sqlite", source)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db, nil
}
