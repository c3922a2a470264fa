package rawjson_test

import (
	"encoding/json"
	"testing"

	"github.com/agmem/agmem/internal/rawjson"
)

func TestEncodeKeepsWhatHTMLWouldEscape(t *testing.T) {
	got, err := rawjson.Encode(map[string]any{"a": "<&>", "b": json.RawMessage("[ 1.50, \"<\" ]\n")})
	if want := `{"a":"<&>","b":[1.50,"<"]}`; err != nil || string(got) != want {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
	if _, err := rawjson.Encode(func() {}); err == nil {
		t.Error("a function became JSON")
	}
}
