package agmemcli

import (
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/config"
	"github.com/agmem/agmem/internal/toon"
)

// setting is the result of config set; a secret is masked.
type setting struct {
	Key    string `json:"key"`
	Value  string `json:"value"`
	Source string `json:"source,omitempty"`
}

func (v setting) JSON() any { return v }

func (v setting) TOON() any {
	return withSource(v.Source, toon.Object{{Key: "key", Value: v.Key}, {Key: "value", Value: v.Value}})
}

func (v setting) Human(p *cli.Page) { p.Linef("%s = %s", v.Key, cli.Visible(v.Value)) }

func withSource(source string, o toon.Object) toon.Object {
	if source != "" {
		o = append(o, toon.Field{Key: "source", Value: source})
	}
	return o
}

// rawSetting is the result of config get: outside JSON the value alone, so
// that $(agmem config get …) is the value.
type rawSetting setting

func (v rawSetting) JSON() any { return setting(v) }

func (v rawSetting) TOON() any { return raw(v.Value) }

func (v rawSetting) Human(p *cli.Page) { p.Linef("%s", cli.Visible(v.Value)) }

// removedSetting is the result of config delete.
type removedSetting struct {
	Deleted string `json:"deleted"`
	Source  string `json:"source,omitempty"`
}

func (v removedSetting) JSON() any { return v }

func (v removedSetting) TOON() any {
	return withSource(v.Source, toon.Object{{Key: "deleted", Value: v.Deleted}})
}

func (v removedSetting) Human(p *cli.Page) { p.Linef("Deleted %s", v.Deleted) }

// settings is the result of config list.
type settings []config.Pair

// pair is the JSON form of one of them.
type pair struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

func (v settings) JSON() any {
	list := make([]pair, len(v))
	for i, s := range v {
		list[i] = pair(s)
	}
	return list
}

// TOON is one object: for a few short pairs a table costs more than JSON.
func (v settings) TOON() any {
	if len(v) == 0 {
		return table("config", nil)
	}
	o := make(toon.Object, len(v))
	for i, s := range v {
		o[i] = toon.Field{Key: s.Key, Value: s.Value}
	}
	return o
}

func (v settings) Human(p *cli.Page) {
	for _, s := range v {
		p.Linef("%s = %s", cli.Fold(s.Key), cli.Fold(s.Value))
	}
	if len(v) == 0 {
		p.Linef("Nothing is set.")
	}
}

// knownKeys is the result of config list --known.
type knownKeys []config.Key

func (v knownKeys) JSON() any { return []config.Key(v) }

func (v knownKeys) TOON() any {
	rows := make([]toon.Object, len(v))
	for i, k := range v {
		rows[i] = toon.Object{
			{Key: "name", Value: k.Name},
			{Key: "type", Value: string(k.Type)},
			{Key: "default", Value: k.Default},
			{Key: "help", Value: k.Help},
		}
	}
	return table("keys", rows)
}

func (v knownKeys) Human(p *cli.Page) {
	width := 0
	for _, k := range v {
		width = max(width, len(k.Name))
	}
	for _, k := range v {
		note := string(k.Type)
		if k.Default != "" {
			note += ", default " + k.Default
		}
		p.Linef("%s  %s %s", p.Paint(cli.Cyan, cli.Pad(k.Name, width)), k.Help, p.Paint(cli.Dim, "("+note+")"))
	}
}
