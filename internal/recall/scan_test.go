package recall

import (
	"fmt"
	"strings"
	"testing"
)

func TestScan(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Hello, World", "hello@0 world@1"},
		{"docker-compose up", "dockercompose@0+2 docker@0 compose@1 up@2"},
		{"getUserById", "getuserbyid@0+4 get@0 user@1 by@2 id@3"},
		{"get_user_by_id", "getuserbyid@0+4 get@0 user@1 by@2 id@3"},
		{"HTTPServer", "httpserver@0+2 http@0 server@1"},
		{"URLs", "urls@0"},
		{"K8S 512MB UTF8MB4 I18N", "k8s@0 512mb@1 utf8mb4@2 i18n@3"},
		{"base64URL S3Bucket 2FAs", "base64url@0+2 base64@0 url@1 s3bucket@2+2 s3@2 bucket@3 2fas@4"},
		{"node.js v1.12", "nodejs@0+2 node@0 js@1 v1.12@2+2 v1@2 12@3"},
		{"c++ C# f", "c++@0 c#@1 f@2"},
		{"src/auth/jwt.go", "src@0 auth@1 jwtgo@2+2 jwt@2 go@3"},
		{"don't Caroline's O'Brien’s", "dont@0 caroline@1 obrien@2"},
		{"café Straße", "cafe@0 strasse@1"},
		{"ＡＢＣ１", "abc1@0"},
		{"2023-05-08", "2023-05-08@0+3 2023@0 05@1 08@2"},
		{"兼容性", "兼容@0+2 兼@0 容性@1+2 容@1 性@2"},
		{"ESM兼容", "esm@0 兼容@1+2 兼@1 容@2"},
		{"データ", "デー@0+2 デ@0 ータ@1+2 ー@1 タ@2"},
		{"猫 3年", "猫@0 3@1 年@2"},
		{"", ""},
		{"... ??", ""},
		{"a_", "a@0"},
		{"__init__", "init@0"},
		{"--flag=x", "flag@0 x@1"},
		{"x\xffy", "x@0 y@1"},
	} {
		var got []string
		scan(c.text, func(tok token) {
			s := fmt.Sprintf("%s@%d", tok.text, tok.pos)
			if tok.width > 1 {
				s += fmt.Sprintf("+%d", tok.width)
			}
			got = append(got, s)
		})
		if g := strings.Join(got, " "); g != c.want {
			t.Errorf("scan(%q)\n got %s\nwant %s", c.text, g, c.want)
		}
	}
}
