// Package sdk is the Go API of agmem's memories: what the command line memory
// does, in a program of your own, on the same database.
//
//	memories, err := sdk.Open(ctx, sdk.Options{})
//	if err != nil { … }
//	defer memories.Close()
//	_, _, err = memories.Store(ctx, "Docker: prune -a reclaims space", sdk.StoreOptions{Tags: []string{"docker"}})
//	results, err := memories.Search(ctx, "dokcer", sdk.SearchOptions{})
//
// Nothing leaves the machine. Several processes may use a database at the same
// time. The kind of an error is what [agmem.KindOf] says, such as
// [agmem.NotFound]; every method may return Unavailable, Denied, Corrupt or
// Cancelled besides the kinds it names.
package sdk
