package histories

import (
	"context"
	"io"

	"github.com/agmem/agmem"
)

// graphRecord is a line of the file of the MCP reference memory server: an entity
// with what was observed of it, or a relation of two.
type graphRecord struct {
	Type         string   `json:"type"` // entity, relation
	Name         string   `json:"name"`
	EntityType   string   `json:"entityType"`
	Observations []string `json:"observations"`
	From         string   `json:"from"`
	To           string   `json:"to"`
	RelationType string   `json:"relationType"`
}

// readGraph reads the file of the MCP reference memory server. Each observation is
// a memory that begins with the name of its entity, so that it can be read alone,
// and each relation is a sentence.
func readGraph(ctx context.Context, p *page, from io.Reader) error {
	return p.eachLine(ctx, from, func(line []byte) {
		var r graphRecord
		if !p.decode(line, &r) {
			return
		}
		switch r.Type {
		case "entity":
			for _, text := range r.Observations {
				p.add(agmem.Memory{Content: r.Name + ": " + clean(text), Tags: []string{r.EntityType}, Origin: agmem.Origin{Heading: r.Name}})
			}
			if len(r.Observations) == 0 {
				p.Left.add(empty)
			}
		case "relation":
			p.add(agmem.Memory{Content: r.From + " " + r.RelationType + " " + r.To, Tags: []string{"relation"}, Origin: agmem.Origin{Heading: r.From}})
		default:
			p.Left.add(unknown)
		}
	})
}

func beginsGraph(head []byte) bool {
	return anyLine(head, func(h hint) bool {
		return h.Type == "entity" && h.Name != nil && h.EntityType != nil || h.Type == "relation" && h.From != nil && h.To != nil
	})
}
