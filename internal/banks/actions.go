package banks

import "github.com/agmem/agmem"

// The next steps after errors about banks.
const (
	ActionExport    agmem.Action = "export_bank"  // what it gives can be imported
	ActionExportAll agmem.Action = "export_banks" // the same of all banks
	ActionQuote     agmem.Action = "quote_text"   // a plain text needs the quotes of JSON
)
