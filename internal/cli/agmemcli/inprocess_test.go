package agmemcli_test

import (
	"testing"

	"github.com/agmem/agmem/internal/clitest"
)

func newHome(t testing.TB) *clitest.Home { return clitest.NewHome(t, "agmem") }
