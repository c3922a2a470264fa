package agmem

import "errors"

// Action is something that a caller can do after an error. How it is asked for
// differs from face to face, so errors name the action, and a face that has a
// command or a tool for it says which.
type Action string

// The actions. What Step.On means is said beside those that use it.
const (
	ActionAdd            Action = "add"             // add a memory
	ActionSearch         Action = "search"          // search with words, or list
	ActionList           Action = "list"            // list the memories
	ActionListSource     Action = "list_source"     // list a source, by its name
	ActionGet            Action = "get"             // the id of a memory
	ActionRevise         Action = "revise"          // say what is to change
	ActionDelete         Action = "delete"          // delete the memory instead
	ActionUndo           Action = "undo"            // the id of a memory
	ActionUndoAny        Action = "undo_any"        // take back the last change of anyone
	ActionRun            Action = "run"             // the name of a command of the source
	ActionChooseDatabase Action = "choose_database" // work on another file
	ActionConfigure      Action = "configure"       // a key and its value, with a blank between
	ActionShowSettings   Action = "show_settings"   // the name of a source; empty for the global ones
	ActionKnownSettings  Action = "known_settings"  // list the keys that can be set
	ActionRepairBanks    Action = "repair_banks"    // save what can be read of a damaged bank
	ActionServeRemote    Action = "serve_remote"    // serve other machines too
	ActionFollowLinks    Action = "follow_links"    // read through links that lead out of their folder
	ActionAllowSecret    Action = "allow_secret"    // store what looks like a secret
)

// Step is the next step after an error: an action, and what it is done to.
type Step struct {
	Action Action
	On     string
}

// WithStep returns a copy of the error whose next step is an action; on may be
// empty. The hint says the same in words that hold for any face.
func (e *Error) WithStep(action Action, on string) *Error {
	c := *e
	c.Next = Step{action, on}
	return &c
}

// Named returns an error whose sentence begins with what it is about, such as
// one of several sources. All else about it stays.
func Named(name string, err error) *Error {
	e := &Error{Kind: KindOf(err), Message: name + ": " + err.Error(), Err: err}
	if own, ok := errors.AsType[*Error](err); ok {
		e.Hint, e.Next, e.Code, e.Details = own.Hint, own.Next, own.Code, own.Details
	}
	return e
}
