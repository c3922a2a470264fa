package main

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"syscall"
	"time"
)

func changed(s *syscall.Stat_t) int64 { return s.Ctim.Nano() }

// peak returns the highest resident memory of a process that has ended, in bytes.
func peak(usage *syscall.Rusage) int64 { return usage.Maxrss << 10 }

// spent returns the processor time that a running process has used.
func spent(pid int) (time.Duration, bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, false
	}
	const perTick = time.Second / 100
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if len(fields) < 13 {
		return 0, false
	}
	own, err1 := strconv.Atoi(string(fields[11]))
	kernel, err2 := strconv.Atoi(string(fields[12]))
	return time.Duration(own+kernel) * perTick, err1 == nil && err2 == nil
}
