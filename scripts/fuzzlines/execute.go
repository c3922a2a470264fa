//go:build linux || darwin

package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// limits are what a line must keep to.
type limits struct {
	wall   time.Duration // after it a line is ended that has used the processor for two thirds of it
	idle   time.Duration // after it any line is ended; one that only waits for a busy processor is not at fault
	memory int64         // bytes
	input  int64         // bytes of an endless input that may be taken in
}

// usualLimits has five seconds more than the ten that a line may take: some
// commands end by themselves after ten.
func usualLimits() limits {
	return limits{wall: 15 * time.Second, idle: 90 * time.Second, memory: 300 << 20, input: 5 << 30}
}

// outcome is what became of a line.
type outcome struct {
	state    *os.ProcessState
	stdout   string
	stderr   string
	took     time.Duration
	hung     bool // it did not end by itself
	greedy   bool // it took in more of an endless input than it may
	asked    bool // a signal asked it to end
	survived bool // a process that it started runs still
}

// keptOutput is how much of an output is looked at.
const keptOutput = 256 << 10

// execute runs a line in a folder. An error means that it could not be started,
// such as for an argument that is too long.
func (s *site) execute(l line) (outcome, error) {
	l = l.in(s.folder())
	pipes, err := openPipes(l, s.stdin)
	if err != nil {
		return outcome{}, err
	}
	began := time.Now()
	program := filepath.Join(s.programs, l.program)
	process, err := os.StartProcess(program, append([]string{program}, l.args...), &os.ProcAttr{
		Dir: filepath.Join(s.folder(), filepath.FromSlash(l.dir)), Env: environment(l, s.programs, s.folder()), Files: pipes.child[:], Sys: s.user.attributes(),
	})
	pipes.closeChild()
	if err != nil {
		pipes.closeAll()
		return outcome{}, err
	}
	done := make(chan struct{})
	if l.names(s.folder()+"/"+oddFolder+"/pipe") || l.dir == oddFolder {
		go accompany(filepath.Join(s.folder(), oddFolder, "pipe"), done)
	}
	var o outcome
	fed := pipes.feed(l.stdin, s.limits.input)
	outputs := pipes.read()
	ended := make(chan *os.ProcessState, 1)
	go func() {
		state, _ := process.Wait()
		ended <- state
	}()
	o.wait(process, ended, l.signal, s.limits)
	o.took = time.Since(began)
	close(done)
	o.survived = survivors(process.Pid)
	pipes.closeInput()
	o.greedy = <-fed && !l.signal
	o.stdout, o.stderr = outputs()
	return o, nil
}

// wait waits for the end of a process, and brings it about if need be.
func (o *outcome) wait(process *os.Process, ended <-chan *os.ProcessState, ask bool, limits limits) {
	began := time.Now()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case o.state = <-ended:
			return
		case <-tick.C:
		}
		past := time.Since(began)
		if ask && !o.asked && past > 300*time.Millisecond {
			o.asked = true
			_ = process.Signal(syscall.SIGTERM)
		}
		used, known := spent(process.Pid)
		if past > limits.idle || past > limits.wall && known && used > limits.wall*2/3 {
			o.hung = true
			_ = syscall.Kill(-process.Pid, syscall.SIGKILL)
			_ = process.Kill()
			o.state = <-ended
			return
		}
	}
}

// survivors reports a process of a session that has outlived its leader by a
// second, and ends it.
func survivors(leader int) bool {
	for range 100 {
		if err := syscall.Kill(-leader, 0); errors.Is(err, syscall.ESRCH) {
			return false
		}
		time.Sleep(10 * time.Millisecond)
	}
	_ = syscall.Kill(-leader, syscall.SIGKILL)
	return true
}

// accompany is the other end of a named pipe, which comes and goes: it writes a
// little, reads what there is, and leaves, until the line is done.
func accompany(path string, done <-chan struct{}) {
	for {
		select {
		case <-done:
			return
		case <-time.After(5 * time.Millisecond):
		}
		f, err := os.OpenFile(path, os.O_RDWR|syscall.O_NONBLOCK, 0)
		if err != nil {
			continue // removed, or replaced by something else
		}
		if info, err := f.Stat(); err == nil && info.Mode()&os.ModeNamedPipe != 0 {
			_ = f.SetDeadline(time.Now().Add(10 * time.Millisecond))
			_, _ = f.WriteString(exported(1, "through a pipe"))
			_, _ = io.Copy(io.Discard, f)
		}
		_ = f.Close()
	}
}
