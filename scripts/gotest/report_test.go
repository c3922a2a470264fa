package main

import (
	"strings"
	"testing"
)

const stream = `{"Action":"start","Package":"p"}
{"Action":"run","Package":"p","Test":"TestGood"}
{"Action":"output","Package":"p","Test":"TestGood","Output":"=== RUN   TestGood\n"}
{"Action":"output","Package":"p","Test":"TestGood","Output":"    a_test.go:1: chatter\n"}
{"Action":"output","Package":"p","Test":"TestGood","Output":"--- PASS: TestGood (0.00s)\n"}
{"Action":"pass","Package":"p","Test":"TestGood"}
{"Action":"output","Package":"p","Test":"TestBad","Output":"    a_test.go:2: got 1, want 2\n"}
{"Action":"output","Package":"p","Test":"TestBad","Output":"--- FAIL: TestBad (0.00s)\n"}
{"Action":"fail","Package":"p","Test":"TestBad"}
{"Action":"output","Package":"p","Test":"TestOracle","Output":"    a_test.go:3: NOT TESTED: node is missing.\n"}
{"Action":"output","Package":"p","Test":"TestOracle","Output":"--- SKIP: TestOracle (0.00s)\n"}
{"Action":"skip","Package":"p","Test":"TestOracle"}
{"Action":"output","Package":"p","Output":"-test.shuffle 17\n"}
{"Action":"output","Package":"p","Output":"FAIL\n"}
{"Action":"output","Package":"p","Output":"FAIL\tp\t0.10s\n"}
{"Action":"fail","Package":"p"}
{"ImportPath":"q","Action":"build-output","Output":"q/a.go:1:1: undefined: x\n"}
{"Action":"output","Package":"r","Output":"-test.shuffle 18\n"}
{"Action":"output","Package":"r","Output":"PASS\n"}
{"Action":"output","Package":"r","Output":"ok  \tr\t0.20s\n"}
{"Action":"pass","Package":"r"}
{"Action":"output","Package":"s","Test":"TestHang","Output":"panic: test timed out\n"}
`

const want = `    a_test.go:2: got 1, want 2
--- FAIL: TestBad (0.00s)
SKIP	p TestOracle: a_test.go:3: NOT TESTED: node is missing.
-test.shuffle 17
FAIL
FAIL	p	0.10s
q/a.go:1:1: undefined: x
ok  	r	0.20s
s TestHang did not end:
panic: test timed out
1 tests passed, 1 failed, 1 were skipped
`

func TestReport(t *testing.T) {
	var out strings.Builder
	r := newReport(&out)
	if err := r.read(strings.NewReader(stream)); err != nil {
		t.Fatal(err)
	}
	r.summary()
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}

func TestReportOfNoJSON(t *testing.T) {
	if err := newReport(new(strings.Builder)).read(strings.NewReader("go: no such tool\n")); err == nil {
		t.Error("text that is not JSON was taken as a test run")
	}
}
