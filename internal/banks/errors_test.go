package banks_test

import (
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks"
)

// What is wrong with another file, such as the configuration, is not blamed on
// a bank.
func TestADamagedConfigurationIsNoDamagedBank(t *testing.T) {
	err := banks.About(agmem.Errorf(agmem.Corrupt, "config.json is not valid JSON"), "sound", banks.UserScope)
	if f := banks.Describe(err); f.Code != banks.IOError || f.Bank != "sound" {
		t.Errorf("described as %+v", f)
	}
}
