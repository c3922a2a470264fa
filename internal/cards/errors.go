package cards

// The codes of errors for which a face knows a command that helps.
const (
	NoCards       = "no_cards"       // there is no folder of cards yet
	DamagedStamp  = "damaged_stamp"  // the time of the last organizing cannot be read
	DamagedRename = "damaged_rename" // a rename that was cut off cannot be finished
)
