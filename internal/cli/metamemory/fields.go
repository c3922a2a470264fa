package metamemory

import "github.com/agmem/agmem/internal/ledger"

// field is a field of a command's input, for the help.
type field struct {
	name     string
	required bool
	schema   schema
}

// needed is a field that must be there.
func (f field) needed() field {
	f.required = true
	return f
}

func required(name, about string) field { return optional(name, about).needed() }

func optional(name, about string) field {
	return field{name: name, schema: schema{{"type", "string"}, {"description", about}, {"minLength", 1}}}
}

func whole(name string, otherwise int, about string) field {
	return field{name: name, schema: schema{{"type", "integer"}, {"description", about}, {"minimum", 1}, {"default", otherwise}}}
}

func fraction(name string, otherwise, most float64, about string) field {
	return field{name: name, schema: schema{
		{"type", "number"}, {"description", about}, {"minimum", 0}, {"maximum", most}, {"default", otherwise},
	}}
}

func flag(name, about string) field {
	return field{name: name, schema: schema{{"type", "boolean"}, {"description", about}, {"default", false}}}
}

func texts(name, about string) field {
	return field{name: name, schema: schema{{"type", "array"}, {"description", about}, {"items", schema{{"type", "string"}}}}}
}

func oneOf[V ~string](name string, otherwise V, values []V, about string) field {
	s := schema{{"type", "string"}, {"description", about}, {"enum", values}}
	if otherwise != "" {
		s = append(s, member{"default", otherwise})
	}
	return field{name: name, schema: s}
}

func limit(otherwise int) field { return whole("limit", otherwise, "how many at most") }

func offset() field {
	return field{name: "offset", schema: schema{
		{"type", "integer"}, {"description", "how many to skip: the nextOffset of the page before"}, {"minimum", 0}, {"default", 0},
	}}
}

func content() field { return required("content", "the text") }

// queryField is what commands that search have.
const queryField = "query"

func query() field { return required(queryField, "the question, in any words") }

func validFrom() field {
	return optional("validFrom", "the time from which it is true, or a day; omitted for always")
}

func validUntil() field {
	return optional("validUntil", "the last time at which it is true, or a day; omitted for always")
}

func sourceEventIDs() field {
	return texts("sourceEventIds", "the events that it rests on; the audit event is added to them")
}

func includeAudit() field {
	return flag("includeAudit", "also the events that say what else was written")
}

func metadata() field {
	return field{name: "metadata", schema: schema{
		{"type", "object"},
		{"description", "kept as it is; gitBranch, gitCommit, filePath, contentSha256 and workspacePath are compared in packs"},
	}}
}

// with adds the field that every command has.
func with(own ...field) []field {
	return append(own, optional("dbPath", "the database file; else $META_MEMORY_DB, else :memory: (of agmem meta-memory: agmem's own)"))
}

// allowSecretField is the field of commands that write.
const allowSecretField = "allowSecret"

// writing adds the fields that every command has that writes what its caller says.
func writing(own ...field) []field {
	return with(append(own, metadata(), flag(allowSecretField, "also what looks like a secret is stored"))...)
}

func eventKind() field {
	return oneOf("kind", ledger.ExplicitMemory, ledger.EventKinds(), "what it is evidence of")
}

func actor() field { return oneOf("actor", ledger.ByUser, ledger.Actors(), "who did or said it") }

func policy() field {
	return oneOf("policy", ledger.Auto, ledger.Policies(), "task leaves out resources, workspace leaves out session states")
}

func scope() field {
	return field{name: "scope", schema: schema{
		{"type", "object"}, {"description", "what the memories belong to; others are not seen"},
		{"properties", schema{
			{"type", schema{{"type", "string"}, {"enum", ledger.ScopeTypes()}}},
			{"id", schema{{"type", "string"}, {"minLength", 1}}},
		}},
		{"required", []string{"type", "id"}}, {"default", ledger.DefaultScope()},
	}}
}

func messages() field {
	return field{name: "messages", required: true, schema: schema{
		{"type", "array"}, {"description", "in the order in which they were said"},
		{"items", schema{
			{"type", "object"},
			{"properties", schema{
				{"role", schema{{"type", "string"}, {"enum", ledger.Actors()}}},
				{"content", schema{{"type", "string"}, {"minLength", 1}}},
				{"timestamp", schema{{"type", "string"}, {"format", "date-time"}, {"description", "omitted for now"}}},
				{"metadata", schema{{"type", "object"}, {"description", "in the place of the metadata of all"}}},
			}},
			{"required", []string{"role", "content"}},
		}},
	}}
}
