package wikilink_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/cards/wikilink"
)

func targets(text string) []string {
	list := []string{}
	for l := range wikilink.All([]byte(text)) {
		list = append(list, l.Target)
	}
	return list
}

func TestForms(t *testing.T) {
	for text, want := range map[string]wikilink.Link{
		"see [[slug]].":         {Start: 4, End: 12, TargetStart: 6, TargetEnd: 10, Target: "slug"},
		"[[slug|shown text]]":   {End: 19, TargetStart: 2, TargetEnd: 6, Target: "slug", Shown: "shown text"},
		"[[slug#A heading]]":    {End: 18, TargetStart: 2, TargetEnd: 6, Target: "slug", Heading: "A heading"},
		"[[slug#^b1|s]]":        {End: 14, TargetStart: 2, TargetEnd: 6, Target: "slug", Heading: "^b1", Shown: "s"},
		"![[slug]]":             {End: 9, TargetStart: 3, TargetEnd: 7, Target: "slug", Embed: true},
		"[[ folder/slug.md ]]":  {End: 20, TargetStart: 3, TargetEnd: 14, Target: "folder/slug"},
		"[[/from/root]]":        {End: 14, TargetStart: 2, TargetEnd: 12, Target: "/from/root"},
		"| [[slug\\|in table]]": {Start: 2, End: 20, TargetStart: 4, TargetEnd: 8, Target: "slug", Shown: "in table"},
		"[[#own heading]]":      {End: 16, TargetStart: 2, TargetEnd: 2, Heading: "own heading"},
		"[[[slug]]]":            {Start: 1, End: 9, TargetStart: 3, TargetEnd: 7, Target: "slug"}, // in brackets
		"[[[[slug|shown]]]]":    {Start: 2, End: 16, TargetStart: 4, TargetEnd: 8, Target: "slug", Shown: "shown"},
		"[[[slug]] text](url)":  {Start: 1, End: 9, TargetStart: 3, TargetEnd: 7, Target: "slug"},
		"[[[draft] slug]]":      {End: 16, TargetStart: 2, TargetEnd: 14, Target: "[draft] slug"},
		"[[数据 科学]]":             {End: 17, TargetStart: 2, TargetEnd: 15, Target: "数据 科学"},
	} {
		all := slices.Collect(wikilink.All([]byte(text)))
		if len(all) != 1 || all[0] != want {
			t.Errorf("%s: %+v, want %+v", text, all, want)
		}
	}
}

func TestWhatIsNoLink(t *testing.T) {
	for text, want := range map[string][]string{
		"`[[code]]` [[a]]":                             {"a"},
		"``a ` [[code]]`` [[a]]":                       {"a"},
		"a ` alone [[a]]":                              {"a"},
		"a ` alone\n\n[[a]] `":                         {"a"},
		"`over\nlines [[code]]` [[a]]":                 {"a"},
		"```\n[[code]]\n```\n[[a]]":                    {"a"},
		"~~~ md\n[[code]]\n```\n[[code]]\n~~~~\n[[a]]": {"a"},
		"````\n```\n[[code]]\n````\n[[a]]":             {"a"},
		"  ```\n[[code]]":                              {},
		"- ```\n  [[code]]\n  ```\n[[a]]":              {"a"},
		"> ```\n> [[code]]\n> ```\n[[a]]":              {"a"},
		"```a`b [[a]]":                                 {"a"},
		"<!-- [[hidden]] -->[[a]]":                     {"a"},
		"<!-- [[hidden]]\n\n[[hidden]]":                {},
		"%% [[hidden]] %% [[a]]":                       {"a"},
		"100%% [[a]]":                                  {"a"},
		`\[[escaped]] [[a]]`:                           {"a"},
		"[[open [[a]]":                                 {"a"},
		"[[over\nlines]] [[a]]":                        {"a"},
		"[[]] [[ ]] [[|x]] [[a]]":                      {"a"},
		"[text](url) [a] [[a]]":                        {"a"},
		"[[a]][[b]]":                                   {"a", "b"},
		"```\r\n[[code]]\r\n```\r\n[[a]]\r\n":          {"a"},
	} {
		if got := targets(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func FuzzAll(f *testing.F) {
	for _, text := range []string{"[[a|b]] `[[c]]`", "```\n[[a]]\n```", "%%[[x]]%% <!--[[y]]-->", "\\", "![[a#b]]", "- ~~~", "[[a\\|b]]"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		last := 0
		for l := range wikilink.All([]byte(text)) {
			whole := text[l.Start:l.End]
			if l.Start < last || !strings.HasSuffix(whole, "]]") || strings.Contains(whole, "\n") || text[l.TargetStart:l.TargetEnd] != l.Target {
				t.Fatalf("%q: %+v", text, l)
			}
			last = l.End
		}
	})
}
