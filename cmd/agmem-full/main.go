// Command agmem-full is agmem with everything that it can be linked with. The
// light agmem hands over to it what it cannot do itself, and it is the whole
// program under any name.
package main

import (
	"os"

	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/wire/full"
)

func main() {
	cli.DelayGC()
	os.Exit(full.Run(cli.Signals(), cli.System()))
}
