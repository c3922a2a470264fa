package cli_test

import (
	"testing"

	"github.com/agmem/agmem/internal/cli"
)

func TestTable(t *testing.T) {
	for _, test := range []struct {
		name  string
		rows  [][]string
		least []int
		want  string
	}{
		{"nothing", nil, nil, ""},
		{"one column", [][]string{{"a"}, {"long"}}, nil, "a\nlong\n"},
		{"the widest cell has two blanks behind it", [][]string{{"a", "b"}, {"long", "c"}}, nil, "a     b\nlong  c\n"},
		{"columns of a terminal", [][]string{{"缓存", "x"}, {"abcde", "y"}}, nil, "缓存   x\nabcde  y\n"},
		{"a least width", [][]string{{"a", "b", "c"}}, []int{5, 3}, "a    b  c\n"},
		{"cells beyond the least width", [][]string{{"abcd", "b"}}, []int{5}, "abcd  b\n"},
		{"nothing behind the last cell", [][]string{{"a", "", ""}, {"b", "c", "d"}}, nil, "a\nb  c  d\n"},
		{"rows of different length", [][]string{{"a", "title"}, {"b", "t", "x"}, {"c", "title that is long"}}, nil,
			"a  title\nb  t  x\nc  title that is long\n"},
	} {
		if got := cli.Table(test.rows, test.least...); got != test.want {
			t.Errorf("%s:\n%q\nwant\n%q", test.name, got, test.want)
		}
	}
}
