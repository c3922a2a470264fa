package rawjson

import (
	"bytes"
	"encoding/json"
)

// Encode returns v as JSON on one line, without a line break. Unlike
// json.Marshal it escapes nothing for HTML: < and & stay as they are, also in
// raw JSON within v, which loses its white space and nothing else.
func Encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
