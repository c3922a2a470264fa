package embed

// Wanted is a local model that is to be fetched.
type Wanted struct {
	// Name is what the configuration calls it.
	Name string
	// Folder is where it goes; see [ModelFolder].
	Folder string
	// From is a folder, an archive (.zip, .whl, .tar, .tar.gz, .tgz) or an http(s)
	// URL of either; empty: the place where the model is published.
	From string
	// Home is the site that publishes models; empty for the usual one.
	Home string
	// Progress is told bytes; it may be nil.
	Progress func(done, total int64)
}

// Fetched says what was done.
type Fetched struct {
	Folder string
	// From is where the files come from.
	From string
	// Already says that the model was there, whole, and nothing was fetched.
	Already bool
	Files   int
	Bytes   int64
	// Compared is how many of the files have the hash that this program knows of
	// them. The hashes of the others were stored.
	Compared int
}
