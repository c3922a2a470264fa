package banks_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/testsize"
)

// Thousands of random operations on real files must do what a map does, also
// as time goes by.
func TestBanksModel(t *testing.T) {
	for _, seed := range []uint64{1, 2} {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) { runModel(t, seed, testsize.Of(5000, 500)) })
	}
}

func runModel(t *testing.T, seed uint64, rounds int) {
	s := newShelf(t.TempDir())
	m := &bankModel{T: t, rand: rand.New(rand.NewPCG(seed, 0)), clock: time.Date(2027, 1, 15, 10, 0, 0, 0, time.UTC), banks: map[banks.Ref]modelBank{}}
	s.now = func() time.Time { return m.clock }
	m.real = s.banks()
	for m.round = range rounds {
		if m.rand.IntN(3) == 0 {
			m.clock = m.clock.Add(time.Duration(m.rand.IntN(4000)) * time.Millisecond)
		}
		operations := []func(){m.write, m.write, m.write, m.update, m.update, m.read, m.delete, m.readAll, m.list, m.query, m.search, m.move, m.gc, m.deleteBank}
		operations[m.rand.IntN(len(operations))]()
	}
	m.readEverything()
}

type modelEntry struct {
	value            string // as encoding/json writes it
	created, updated time.Time
	ttl              int64
}

func (e modelEntry) expired(now time.Time) bool {
	return e.ttl > 0 && !now.Before(e.updated.Add(time.Duration(e.ttl)*time.Second))
}

type modelBank map[string]modelEntry

// bankModel runs operations on real banks and on maps.
type bankModel struct {
	*testing.T
	rand  *rand.Rand
	clock time.Time
	round int
	real  *banks.Banks
	banks map[banks.Ref]modelBank
}

func (m *bankModel) failf(format string, args ...any) {
	m.Helper()
	m.Fatalf("round %d: %s", m.round, fmt.Sprintf(format, args...))
}

// expect compares the code of an error; empty for none.
func (m *bankModel) expect(what string, err error, code banks.Code) {
	m.Helper()
	var got banks.Code
	if err != nil {
		got = banks.Describe(err).Code
	}
	if got != code {
		m.failf("%s: %v, want %q", what, err, code)
	}
}

func (m *bankModel) key() string { return fmt.Sprint("key", m.rand.IntN(6)) }

func (m *bankModel) ref() banks.Ref {
	scopes := []banks.Scope{banks.AnyScope, banks.AnyScope, banks.ProjectScope, banks.UserScope}
	return banks.Ref{Bank: fmt.Sprint("bank", m.rand.IntN(3)), Scope: scopes[m.rand.IntN(len(scopes))]}
}

// reading returns the scopes that a read looks at.
func reading(ref banks.Ref) []banks.Ref {
	if ref.Scope == banks.AnyScope {
		return []banks.Ref{{Bank: ref.Bank, Scope: banks.ProjectScope}, {Bank: ref.Bank, Scope: banks.UserScope}}
	}
	return []banks.Ref{ref}
}

func writing(ref banks.Ref) banks.Ref { return reading(ref)[0] }

// find is what a read should answer.
func (m *bankModel) find(ref banks.Ref, key string) (modelEntry, banks.Code) {
	code := banks.BankNotFound
	for _, r := range reading(ref) {
		bank, ok := m.banks[r]
		if !ok {
			continue
		}
		e, ok := bank[key]
		switch {
		case ok && !e.expired(m.clock):
			return e, ""
		case ok:
			code = banks.TTLExpired
		case code != banks.TTLExpired:
			code = banks.KeyNotFound
		}
	}
	return modelEntry{}, code
}

func (m *bankModel) live(ref banks.Ref, key string) (modelEntry, bool) {
	e, ok := m.banks[ref][key]
	return e, ok && !e.expired(m.clock)
}

func (m *bankModel) store(ref banks.Ref, key string, e modelEntry) {
	if m.banks[ref] == nil {
		m.banks[ref] = modelBank{}
	}
	m.banks[ref][key] = e
}

func (m *bankModel) write() {
	ref, key := m.ref(), m.key()
	req := banks.WriteRequest{Key: key, Value: m.value(), TTL: int64(m.rand.IntN(6)), CreateOnly: m.rand.IntN(5) == 0}
	req.UpdateOnly = !req.CreateOnly && m.rand.IntN(5) == 0
	old, exists := m.live(writing(ref), key)
	var code banks.Code
	switch {
	case exists && req.CreateOnly:
		code = banks.KeyExists
	case !exists && req.UpdateOnly:
		code = banks.KeyNotFound
	}
	done, err := m.real.Entries.Write(m.Context(), ref, req)
	m.expect("write", err, code)
	if err != nil {
		return
	}
	operation := "update"
	if !exists {
		operation, old.created = "create", m.clock
	}
	if done.Operation != operation || !done.Success || done.Key != key || done.Bank != ref.Bank {
		m.failf("write: %+v, want %s", done, operation)
	}
	m.store(writing(ref), key, modelEntry{canonical(m.T, req.Value), old.created, m.clock, req.TTL})
}

func (m *bankModel) value() []byte {
	values := []string{`0`, ` {"n": 1, "b": [1, 2]}`, `{"n":12345678901234567890}`, `"text <&>"`, `null`, `[]`, `{"n":{"deep":[{}]}}`, `1.5e3`, `"日本"`}
	return []byte(values[m.rand.IntN(len(values))])
}

func (m *bankModel) update() {
	ref, key := m.ref(), m.key()
	filters := []string{`[., 1]`, `{old: .}`, `if type == "object" then .n = 7 else 7 end`, `error("no")`, `empty`, `., .`}
	req := banks.UpdateRequest{Key: key, Filter: filters[m.rand.IntN(len(filters))], Create: m.rand.IntN(2) == 0}
	to := writing(ref)
	_, bankExists := m.banks[to]
	old, exists := m.live(to, key)
	var code banks.Code
	switch {
	case !bankExists && !req.Create:
		code = banks.BankNotFound
	case !exists && !req.Create:
		code = banks.KeyNotFound
	case slices.Contains(filters[3:], req.Filter):
		code = banks.FilterError
	}
	done, err := m.real.Entries.Update(m.Context(), ref, req)
	m.expect("update "+req.Filter, err, code)
	if err != nil {
		return
	}
	operation := "update"
	if !exists {
		operation, old = "create", modelEntry{value: "null", created: m.clock}
	}
	value := updated(m.T, req.Filter, old.value)
	if got := canonical(m.T, done.Value); got != value || done.Operation != operation {
		m.failf("update %s of %s: %s %s, want %s %s", req.Filter, old.value, done.Operation, got, operation, value)
	}
	m.store(to, key, modelEntry{value, old.created, m.clock, old.ttl})
}

// updated is what the filters of update do, in Go.
func updated(t *testing.T, filter, value string) string {
	var v map[string]any
	isObject := decode(value, &v) == nil && v != nil
	switch {
	case filter == `[., 1]`:
		return canonical(t, []byte("["+value+",1]"))
	case filter == `{old: .}`:
		return canonical(t, []byte(`{"old":`+value+"}"))
	case isObject:
		v["n"] = 7
		text, _ := json.Marshal(v)
		return canonical(t, text)
	}
	return "7"
}

func (m *bankModel) read() {
	ref, key := m.ref(), m.key()
	want, code := m.find(ref, key)
	e, err := m.real.Entries.Read(m.Context(), ref, key)
	m.expect("read", err, code)
	if err == nil {
		m.same("read", e, want)
	}
	got, err := m.real.Entries.ReadOr(m.Context(), ref, key, []byte(`{"default":1}`))
	m.expect("read with a default", err, "")
	if wanted := cmp.Or(want.value, `{"default":1}`); canonical(m.T, got.Value) != wanted {
		m.failf("read with a default: %s, want %s", got.Value, wanted)
	}
}

func (m *bankModel) same(what string, e banks.Entry, want modelEntry) {
	m.Helper()
	if canonical(m.T, e.Value) != want.value || e.TTL != want.ttl || !e.CreatedAt.Equal(want.created) || !e.UpdatedAt.Equal(want.updated) {
		m.failf("%s: %+v of %s, want %+v", what, e, e.Value, want)
	}
}

func (m *bankModel) delete() {
	ref, key := m.ref(), m.key()
	var owners []banks.Ref
	code := banks.BankNotFound
	for _, r := range reading(ref) {
		if m.banks[r] != nil && code == banks.BankNotFound {
			code = banks.KeyNotFound
		}
		if _, ok := m.banks[r][key]; ok {
			owners = append(owners, r)
		}
	}
	switch len(owners) {
	case 1:
		code = ""
		delete(m.banks[owners[0]], key)
	case 2:
		code = banks.AmbiguousScope
	}
	_, err := m.real.Entries.Delete(m.Context(), ref, key)
	m.expect("delete", err, code)
}

func (m *bankModel) deleteBank() {
	ref := m.ref()
	var owners []banks.Ref
	for _, r := range reading(ref) {
		if m.banks[r] != nil {
			owners = append(owners, r)
		}
	}
	code := banks.BankNotFound
	switch len(owners) {
	case 1:
		code = ""
		delete(m.banks, owners[0])
	case 2:
		code = banks.AmbiguousScope
	}
	_, err := m.real.Entries.DeleteBank(m.Context(), ref, banks.DeleteBankRequest{})
	m.expect("delete of a bank", err, code)
}

// first returns the bank that a read of a whole one should see.
func (m *bankModel) first(ref banks.Ref) (banks.Ref, banks.Code) {
	for _, r := range reading(ref) {
		if m.banks[r] != nil {
			return r, ""
		}
	}
	return ref, banks.BankNotFound
}

func (m *bankModel) liveKeys(ref banks.Ref) []string {
	keys := []string{}
	for _, key := range slices.Sorted(maps.Keys(m.banks[ref])) {
		if !m.banks[ref][key].expired(m.clock) {
			keys = append(keys, key)
		}
	}
	return keys
}

func (m *bankModel) readAll() { m.readBank(m.ref()) }

func (m *bankModel) readBank(ref banks.Ref) {
	from, code := m.first(ref)
	contents, err := m.real.Entries.ReadAll(m.Context(), ref)
	m.expect("read of a bank", err, code)
	if err != nil {
		return
	}
	keys := m.liveKeys(from)
	if len(contents.Entries) != len(keys) || contents.Scope != from.Scope {
		m.failf("read of a bank: %d entries from %s, want %v from %s", len(contents.Entries), contents.Scope, keys, from.Scope)
	}
	for i, e := range contents.Entries {
		if e.Key != keys[i] {
			m.failf("read of a bank: key %s, want %s", e.Key, keys[i])
		}
		m.same("read of a bank", e, m.banks[from][e.Key])
	}
}

func (m *bankModel) readEverything() {
	for ref := range m.banks {
		m.readBank(ref)
	}
}

func (m *bankModel) list() {
	list, err := m.real.Finder.List(m.Context(), banks.AllScopes, m.rand.IntN(2) == 0)
	m.expect("list", err, "")
	var got, want []string
	for _, info := range list {
		got = append(got, fmt.Sprint(info.Name, " ", info.Scope, " ", info.KeyCount))
	}
	for ref := range m.banks {
		want = append(want, fmt.Sprint(ref.Bank, " ", ref.Scope, " ", len(m.liveKeys(ref))))
	}
	if slices.Sort(want); !slices.Equal(got, want) {
		m.failf("list: %v, want %v", got, want)
	}
}

func (m *bankModel) query() {
	ref := m.ref()
	from, code := m.first(ref)
	var got string
	err := m.real.Finder.Query(m.Context(), ref, banks.QueryRequest{WholeBank: true, Filter: ".entries | keys"}, func(r banks.Result) error {
		got += string(r.JSON)
		return nil
	})
	m.expect("query", err, code)
	if err != nil {
		return
	}
	want, _ := json.Marshal(slices.AppendSeq([]string{}, maps.Keys(m.banks[from])))
	if sorted(m.T, got) != sorted(m.T, string(want)) {
		m.failf("query: %s, want %s", got, want)
	}
}

func sorted(t *testing.T, list string) string {
	t.Helper()
	var keys []string
	if err := json.Unmarshal([]byte(list), &keys); err != nil {
		t.Fatalf("%s: %v", list, err)
	}
	slices.Sort(keys)
	return strings.Join(keys, " ")
}

func (m *bankModel) search() {
	want := 0
	for ref := range m.banks {
		for _, key := range m.liveKeys(ref) {
			if strings.Contains(m.banks[ref][key].value, "text") {
				want++
			}
		}
	}
	req := banks.SearchRequest{Pattern: "te.t <", Values: true, Scope: banks.AllScopes}
	total, err := m.real.Finder.Search(m.Context(), req, func(match banks.Match) error {
		if !bytes.Contains(match.Value, []byte("text <&>")) {
			m.failf("search found %s", match.Value)
		}
		return nil
	})
	m.expect("search", err, "")
	if total != want {
		m.failf("search found %d, want %d", total, want)
	}
}

// move exports a bank and imports it under another name.
func (m *bankModel) move() {
	ref, to := m.ref(), m.ref()
	from, code := m.first(ref)
	var text bytes.Buffer
	err := m.real.Transfer.Export(m.Context(), ref, &text)
	m.expect("export", err, code)
	if err != nil {
		return
	}
	mode := banks.ImportMode(m.rand.IntN(3))
	target := writing(to)
	exists := m.banks[target] != nil
	code = ""
	if exists && mode == banks.ImportNew {
		code = banks.BankExists
	}
	_, err = m.real.Transfer.Import(m.Context(), to, &text, mode)
	m.expect("import", err, code)
	if err != nil {
		return
	}
	incoming := maps.Clone(m.banks[from])
	if exists && mode == banks.ImportMerge {
		for key, e := range m.banks[target] {
			if in, ok := incoming[key]; !ok || !e.updated.Before(in.updated) {
				incoming[key] = e
			}
		}
	}
	m.banks[target] = incoming
}

func (m *bankModel) gc() {
	req := banks.CollectRequest{DryRun: m.rand.IntN(3) == 0, Scope: banks.AllScopes}
	if m.rand.IntN(4) == 0 {
		req.OlderThan = 10 * time.Second
	}
	want := 0
	for _, bank := range m.banks {
		for key, e := range bank {
			if e.expired(m.clock) || req.OlderThan > 0 && m.clock.Sub(e.updated) > req.OlderThan {
				want++
				if !req.DryRun {
					delete(bank, key)
				}
			}
		}
	}
	list, err := m.real.Care.Collect(m.Context(), req)
	m.expect("gc", err, "")
	got := 0
	for _, c := range list {
		got += c.Removed
	}
	if got != want {
		m.failf("gc removed %d, want %d", got, want)
	}
}

// canonical writes JSON as encoding/json does, with numbers as they are.
func canonical(t *testing.T, text []byte) string {
	t.Helper()
	var v any
	if err := decode(string(text), &v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func decode(text string, v any) error {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	return d.Decode(v)
}
