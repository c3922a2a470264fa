package result

import (
	"path/filepath"
	"slices"
	"testing"
)

func TestQuantile(t *testing.T) {
	values := []float64{5, 1, 4, 2, 3}
	for q, want := range map[float64]float64{0: 1, 0.5: 3, 0.95: 5, 1: 5} {
		if got := Quantile(values, q); got != want {
			t.Errorf("Quantile(%v) = %v, want %v", q, got, want)
		}
	}
	if values[0] != 5 {
		t.Error("Quantile reordered its argument")
	}
	if got := Quantile(nil, 0.5); got != 0 {
		t.Errorf("Quantile of nothing = %v", got)
	}
}

func TestAppendThenRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows")
	if rows, err := Read[Row](path); err != nil || rows != nil {
		t.Fatalf("a file that is not there: %v, %v", rows, err)
	}
	want := []Row{{Set: "10", Name: "add", Runs: 21, Median: 1.5, Peak: 7}, {Set: "10", Name: "get"}, {Set: "20", Name: "add"}}
	for _, part := range [][]Row{want[:2], want[2:]} {
		if err := Append(path, part...); err != nil {
			t.Fatal(err)
		}
	}
	got, err := Read[Row](path)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("read %v, %v; want %v", got, err, want)
	}
}
