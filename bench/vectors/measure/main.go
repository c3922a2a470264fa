// Command measure runs the command search for each question of a database that the
// command build made, in turns with a process that only opens the file and with an
// exact scan, and prints a row of a table.
//
//	measure SEARCH FILE NAME
package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/agmem/agmem/bench/speed/peak"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(1)
	}
}

// question is what the command build says of one.
type question struct {
	Query   []float32
	Nearest []int64
}

// way is one way to answer, with what was measured of it.
type way struct {
	name   string
	times  []float64 // milliseconds
	cpu    []float64 // milliseconds of the processor
	recall float64
	memory int64 // bytes, the highest
}

func run(args []string) error {
	if len(args) != 3 {
		return fmt.Errorf("usage: measure SEARCH FILE NAME")
	}
	raw, err := os.ReadFile(args[1] + ".truth")
	if err != nil {
		return err
	}
	var questions []question
	if err := json.Unmarshal(raw, &questions); err != nil {
		return err
	}
	ways := []*way{{name: "empty"}, {name: "index"}, {name: "exact"}}
	for i, q := range questions {
		file := filepath.Join(filepath.Dir(args[1]), "question")
		if err := os.WriteFile(file, bytesOf(q.Query), 0o600); err != nil {
			return err
		}
		for _, w := range ways {
			if w.name == "exact" && i%4 != 0 {
				continue // it takes long, and says the same each time
			}
			if err := w.ask(args[0], args[1], file, q); err != nil {
				return err
			}
		}
	}
	info, err := os.Stat(args[1])
	if err != nil {
		return err
	}
	open, index, exact := ways[0], ways[1], ways[2]
	fmt.Printf("| %s | %.0f | %.1f / %.1f | %.1f / %.1f | %.1f / %.1f | %.3f | %.3f | %.0f | %.0f |\n", args[2], float64(info.Size())/1e6,
		median(open.times), median(open.cpu), median(index.times), median(index.cpu), median(exact.times), median(exact.cpu),
		index.recall/float64(len(index.times)), exact.recall/float64(len(exact.times)),
		float64(index.memory)/1e6, float64(exact.memory)/1e6)
	return nil
}

func (w *way) ask(program, file, query string, q question) error {
	command := exec.Command(program, w.name, file, query)
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, os.Stderr
	start := time.Now()
	if err := command.Run(); err != nil {
		return err
	}
	w.times = append(w.times, float64(time.Since(start).Microseconds())/1000)
	cpu := command.ProcessState.UserTime() + command.ProcessState.SystemTime()
	w.cpu = append(w.cpu, float64(cpu.Microseconds())/1000)
	w.memory = max(w.memory, peak.Memory(command.ProcessState))
	found := 0
	for _, line := range strings.Fields(out.String()) {
		doc, err := strconv.ParseInt(line, 10, 64)
		if err != nil {
			return err
		}
		if slices.Contains(q.Nearest, doc) {
			found++
		}
	}
	w.recall += float64(found) / float64(len(q.Nearest))
	return nil
}

func bytesOf(v []float32) []byte {
	var b []byte
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return b
}

func median(times []float64) float64 {
	slices.Sort(times)
	return times[len(times)/2]
}
