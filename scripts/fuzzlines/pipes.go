//go:build linux || darwin

package main

import (
	"errors"
	"io"
	"os"
	"time"
)

// pipes are the streams of a process: the ends that it gets, and ours.
type pipes struct {
	child  [3]*os.File // nil for a descriptor that is closed
	input  *os.File    // what standard input is written to, or nil
	output [2]*os.File // what standard output and error are read from, or nil
}

func openPipes(l line, stdinFile string) (*pipes, error) {
	p := new(pipes)
	err := p.openInput(l.stdin, stdinFile)
	for i, o := range []outlet{l.stdout, l.stderr} {
		if err == nil {
			err = p.openOutput(i, o)
		}
	}
	if err != nil {
		p.closeChild()
		p.closeAll()
		return nil, err
	}
	return p, nil
}

func (p *pipes) openInput(in input, name string) (err error) {
	switch in.kind {
	case closedInput:
	case noInput:
		p.child[0], err = os.Open(os.DevNull)
	case fileInput:
		if err = os.WriteFile(name, in.text, 0o600); err == nil {
			p.child[0], err = os.Open(name)
		}
		// It has no name while the process runs, and is not seen beside its folder.
		err = errors.Join(err, os.Remove(name))
	default:
		p.child[0], p.input, err = os.Pipe()
	}
	return err
}

func (p *pipes) openOutput(i int, o outlet) (err error) {
	switch o {
	case shut:
	case full:
		p.child[i+1], err = os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if errors.Is(err, os.ErrNotExist) {
			p.child[i+1], err = os.OpenFile(os.DevNull, os.O_WRONLY, 0)
		}
	case broken:
		var reader *os.File
		if reader, p.child[i+1], err = os.Pipe(); err == nil {
			err = reader.Close()
		}
	default:
		p.output[i], p.child[i+1], err = os.Pipe()
	}
	return err
}

// feed writes the input, and says at its end whether too much of it was taken.
func (p *pipes) feed(in input, most int64) <-chan bool {
	greedy := make(chan bool, 1)
	if p.input == nil {
		greedy <- false
		return greedy
	}
	go func() {
		written, err := p.input.Write(in.text)
		taken := int64(written)
		if in.kind == endlessInput {
			block := in.block()
			for err == nil && taken < most {
				written, err = p.input.Write(block)
				taken += int64(written)
			}
		}
		if in.kind != openInput {
			_ = p.input.Close()
		}
		greedy <- in.kind == endlessInput && taken >= most
	}()
	return greedy
}

// block is the text of an endless input, repeated to a size that is fast to write.
func (in input) block() []byte {
	var block []byte
	for len(block) < 64<<10 {
		block = append(block, in.text...)
	}
	return block
}

// read collects the outputs. The function it returns waits for their end: a
// process that is gone does not hold them, and one that is left is not waited for.
func (p *pipes) read() func() (stdout, stderr string) {
	var texts [2]string
	done := make(chan struct{}, 2)
	for i, f := range p.output {
		go func() {
			if f != nil {
				text, _ := io.ReadAll(io.LimitReader(f, keptOutput))
				texts[i] = string(text)
				_, _ = io.Copy(io.Discard, f)
				_ = f.Close()
			}
			done <- struct{}{}
		}()
	}
	return func() (string, string) {
		for _, f := range p.output {
			if f != nil {
				_ = f.SetReadDeadline(time.Now().Add(5 * time.Second))
			}
		}
		<-done
		<-done
		return texts[0], texts[1]
	}
}

func (p *pipes) closeChild() {
	for _, f := range p.child {
		if f != nil {
			_ = f.Close()
		}
	}
}

// closeInput ends an input that has no end.
func (p *pipes) closeInput() {
	if p.input != nil {
		_ = p.input.Close()
	}
}

func (p *pipes) closeAll() {
	p.closeInput()
	for _, f := range p.output {
		if f != nil {
			_ = f.Close()
		}
	}
}
