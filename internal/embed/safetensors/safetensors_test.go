package safetensors_test

import (
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/embed/safetensors"
)

// write makes a file of weights of a header and data.
func write(t testing.TB, header string, data ...byte) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "model.safetensors")
	text := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	if err := os.WriteFile(name, append(append(text, header...), data...), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestNumbersOfEachType(t *testing.T) {
	name := write(t, `{"__metadata__":{"format":"pt"},
		"four":{"dtype":"F32","shape":[2,1],"data_offsets":[0,8]},
		"half":{"dtype":"F16","shape":[6],"data_offsets":[8,20]},
		"brain":{"dtype":"BF16","shape":[1,2],"data_offsets":[20,24]},
		"ids":{"dtype":"I64","shape":[1],"data_offsets":[24,32]}}`,
		0, 0, 0x80, 0x3f, 0, 0, 0x20, 0xc0, // 1, -2.5
		0, 0x3c, 1, 0, 0, 0x80, 0xff, 0x7b, 0, 0x7c, 0xff, 0x83, // 1, smallest, -0, largest, infinite, largest below normal
		0xc0, 0x3f, 0, 0xc0, // 1.5, -2
		0, 0, 0, 0, 0, 0, 0, 0)
	f, err := safetensors.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for tensor, want := range map[string][]float32{
		"four":  {1, -2.5},
		"half":  {1, 0x1p-24, float32(math.Copysign(0, -1)), 65504, float32(math.Inf(1)), -1023 * 0x1p-24},
		"brain": {1.5, -2},
	} {
		shape := map[string][]int{"four": {2, 1}, "half": {6}, "brain": {1, 2}}[tensor]
		got, err := f.Float32(tensor, shape...)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v; want %v", tensor, got, err, want)
		}
	}
	for tensor, want := range map[string]agmem.Kind{"none": agmem.Corrupt, "four": agmem.Corrupt, "ids": agmem.Invalid} {
		if _, err := f.Float32(tensor, 1); agmem.KindOf(err) != want {
			t.Errorf("%s: %v", tensor, err)
		}
	}
}

func TestDamagedFilesAreRefused(t *testing.T) {
	tensor := func(rest string) string { return `{"a":{"dtype":"F32",` + rest + `}}` }
	for _, header := range []string{
		"", "[]", "{", `{"a":1}`,
		tensor(`"shape":[2],"data_offsets":[0,4]`),
		tensor(`"shape":[1],"data_offsets":[4,8]`),
		tensor(`"shape":[1],"data_offsets":[-4,0]`),
		tensor(`"shape":[1],"data_offsets":[4,0]`),
		tensor(`"shape":[-1],"data_offsets":[0,4]`),
		tensor(`"shape":[1],"data_offsets":[0]`),
		tensor(`"shape":[4611686018427387905],"data_offsets":[0,4]`),
		tensor(`"shape":[4294967296,4294967296],"data_offsets":[0,0]`),
		tensor(`"shape":[1e30],"data_offsets":[0,4]`),
	} {
		if _, err := safetensors.Open(write(t, header, 0, 0, 0, 0)); agmem.KindOf(err) != agmem.Corrupt {
			t.Errorf("%s: %v", header, err)
		}
	}
	name := filepath.Join(t.TempDir(), "w")
	for _, text := range []string{"", "1234567", "\xff\xff\xff\xff\xff\xff\xff\xff{}", "\x03\x00\x00\x00\x00\x00\x00\x00{}"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := safetensors.Open(name); agmem.KindOf(err) != agmem.Corrupt {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := safetensors.Open(t.TempDir()); agmem.KindOf(err) != agmem.Corrupt {
		t.Errorf("a folder: %v", err)
	}
	if _, err := safetensors.Open(filepath.Join(t.TempDir(), "none")); agmem.KindOf(err) != agmem.NotFound {
		t.Errorf("no file: %v", err)
	}
}

func FuzzOpen(f *testing.F) {
	f.Add([]byte("\x36\x00\x00\x00\x00\x00\x00\x00" + `{"a":{"dtype":"F16","shape":[1],"data_offsets":[0,2]}}  `))
	f.Fuzz(func(t *testing.T, text []byte) {
		name := filepath.Join(t.TempDir(), "w")
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
		file, err := safetensors.Open(name)
		if err != nil {
			if agmem.KindOf(err) != agmem.Corrupt {
				t.Fatal(err)
			}
			return
		}
		file.Sample(16)
		if numbers, err := file.Float32("a", 1); err == nil && len(numbers) != 1 {
			t.Fatalf("%d numbers in a tensor of one", len(numbers))
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
	})
}
