//go:build !linux && !darwin

package peak

import "os"

// Memory returns 0: this system does not say.
func Memory(*os.ProcessState) int64 { return 0 }
