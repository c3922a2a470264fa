// Command agmem is the memory of coding agents on this machine, and the other
// programs of agmem where it is called by their names. It is linked with what
// local commands need, so that it starts fast, and hands everything else over
// to agmem-full.
package main

import (
	"os"

	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/wire"
)

func main() {
	cli.DelayGC()
	os.Exit(wire.Run(cli.Signals(), cli.System(), wire.Parts{}))
}
