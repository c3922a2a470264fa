//go:build !linux

package spool

import (
	"errors"
	"os"
)

func createUnnamed() (*os.File, error) { return nil, errors.ErrUnsupported }
