package mcp

import (
	"bytes"

	"github.com/agmem/agmem/internal/fence"
)

// Notice is the line before the fence of a text, and the member notice of
// structured content.
const Notice = fence.Notice

// The lines of the fence around what a tool recalls.
const (
	fenceBegins = "<recalled-memory>"
	fenceEnds   = "</recalled-memory>"
)

// fenced returns an object on one line between the lines of the fence, behind
// the notice. In it every < is an escape, which JSON reads as the same
// character: nothing that was stored can end the fence or begin another one.
func fenced(object []byte) []byte {
	return bytes.Join([][]byte{[]byte(Notice), []byte(fenceBegins), object, []byte(fenceEnds)}, []byte("\n"))
}

// FenceText returns a text of several lines in a fence of Markdown that is
// longer than any in the text, behind the notice.
func FenceText(text string) string {
	return Notice + "\n" + fence.Block(text, fence.Of(text))
}
