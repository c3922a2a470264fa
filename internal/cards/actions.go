package cards

import "github.com/agmem/agmem"

// The next steps after errors about cards.
const (
	ActionWrite  agmem.Action = "write_card"      // write a first card
	ActionStamp  agmem.Action = "stamp_organized" // store again that the cards were organized
	ActionDoctor agmem.Action = "check_cards"     // look for what is wrong, once On is done
)
