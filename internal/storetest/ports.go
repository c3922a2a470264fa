package storetest

import "github.com/agmem/agmem"

// port is one of the things that a source can do.
type port struct {
	name string
	of   func(agmem.Source) bool
}

func is[P any](s agmem.Source) bool {
	_, ok := s.(P)
	return ok
}

var (
	reader   = port{"Reader", is[agmem.Reader]}
	writer   = port{"Writer", is[agmem.Writer]}
	searcher = port{"Searcher", is[agmem.Searcher]}
	recorder = port{"Recorder", is[agmem.Recorder]}
	exporter = port{"Exporter", is[agmem.Exporter]}
	importer = port{"Importer", is[agmem.Importer]}
	runner   = port{"Runner", is[agmem.Runner]}
	numbered = port{"Numbered", is[agmem.Numbered]}

	chronicler = port{"Chronicler", is[agmem.Chronicler]}
	pinner     = port{"Pinner", is[agmem.Pinner]}
	viewer     = port{"Viewer", is[agmem.Viewer]}
)

// ports is a source with all that it can do; what it cannot is nil, and no
// check of a section calls it.
type ports struct {
	agmem.Source
	agmem.Reader
	agmem.Writer
	agmem.Searcher
	agmem.Recorder
	agmem.Exporter
	agmem.Importer
	agmem.Runner
	agmem.Numbered
	agmem.Chronicler
	agmem.Pinner
	agmem.Viewer
}

func portsOf(s agmem.Source) ports {
	p := ports{Source: s}
	p.Reader, _ = s.(agmem.Reader)
	p.Writer, _ = s.(agmem.Writer)
	p.Searcher, _ = s.(agmem.Searcher)
	p.Recorder, _ = s.(agmem.Recorder)
	p.Exporter, _ = s.(agmem.Exporter)
	p.Importer, _ = s.(agmem.Importer)
	p.Runner, _ = s.(agmem.Runner)
	p.Numbered, _ = s.(agmem.Numbered)
	p.Chronicler, _ = s.(agmem.Chronicler)
	p.Pinner, _ = s.(agmem.Pinner)
	p.Viewer, _ = s.(agmem.Viewer)
	return p
}
