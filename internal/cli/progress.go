package cli

import (
	"fmt"
	"io"
	"strings"
)

const barWidth = 30

// Progress draws a bar on standard error where that is a terminal, and
// nothing anywhere else.
type Progress struct {
	w     io.Writer // nil: silent
	label string
	drawn string
}

// NewProgress returns a bar that nothing is drawn of yet.
func (c *Console) NewProgress(label string) *Progress {
	if !c.StderrTerminal {
		return &Progress{}
	}
	return &Progress{w: c.Stderr, label: label}
}

// Set draws how much is done. It writes nothing where the bar would look the
// same.
func (p *Progress) Set(done, total int) {
	if p.w == nil || total <= 0 {
		return
	}
	full := barWidth * min(done, total) / total
	line := fmt.Sprintf("%s %s%s %3d%%", p.label,
		strings.Repeat("█", full), strings.Repeat("░", barWidth-full), 100*min(done, total)/total)
	p.draw(line)
}

// Say draws a message in place of the bar.
func (p *Progress) Say(message string) {
	if p.w != nil {
		p.draw(p.label + " " + Fold(message))
	}
}

func (p *Progress) draw(line string) {
	if line == p.drawn {
		return
	}
	p.drawn = line
	fmt.Fprintf(p.w, "\r%s\x1b[K", line)
}

// End removes the bar.
func (p *Progress) End() {
	if p.drawn != "" {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.drawn = ""
	}
}
