package main

// project is a repository that the agent works in; common is none.
type project string

const (
	shop   project = "shop"
	atlas  project = "atlas"
	common project = ""
)

// fact is a memory that the agent writes in a session, a question that it has on
// another day, and the words that it would try next. The answer is what the text has
// and no other one.
type fact struct {
	project  project
	session  string
	text     string
	question string
	words    string
	answer   string
}

// day is what is remembered in three sessions. The questions were written before
// any was asked, as somebody would ask who has forgotten how it was put.
//
// The words are those that somebody would guess the memory to have.
func day() []fact {
	return []fact{
		{shop, "s1", "We deploy with `make ship`; it builds the image, runs the migrations and then swaps the traffic.", "how do I get a new release into production?", "deploy migrations", "make ship"},
		{shop, "s1", "The staging database is reset every Monday at 06:00 UTC, so nothing there survives a weekend.", "why did my test orders on staging disappear?", "staging database reset", "reset every Monday"},
		{shop, "s1", "Decision: money is stored as integer cents in the column amount_minor, because floats lost a cent in the March invoices.", "what type do we use for prices?", "money column cents", "integer cents"},
		{shop, "s1", "The user wants table-driven tests and no mocking framework.", "what style of unit tests does the owner like?", "table-driven tests", "table-driven tests"},
		{shop, "s1", "Error: `pq: too many connections` during the import job. Solved by setting MaxOpenConns to 20 in db.go.", "the import job fails with too many connections", "pq too many connections", "MaxOpenConns to 20"},
		{shop, "s1", "Stripe webhooks arrive twice now and then; the handler is idempotent by the event id in the table webhook_seen.", "are payment notifications deduplicated?", "stripe webhook idempotent", "webhook_seen"},
		{shop, "s1", "Ask Priya before touching the tax code: she knows the rules for Switzerland.", "who should review a change to the VAT calculation?", "tax Switzerland", "Priya"},
		{shop, "s1", "Feature flags live in config/flags.yaml; a flag is removed one release after it is on for everyone.", "where do we keep the toggles?", "feature flags", "config/flags.yaml"},
		{shop, "s1", "The API returns 422 and never 400 for validation errors; the mobile app depends on it.", "which status code is right for an invalid request body?", "validation errors API status", "422"},
		{shop, "s1", "Do not upgrade chi to version 6: its router drops trailing slashes and breaks the old partner links.", "can we bump the router library?", "upgrade chi", "trailing slashes"},
		{shop, "s1", "Redis is only a cache here; orders must survive a flush of it.", "is it safe to clear redis?", "redis cache orders", "only a cache"},
		{shop, "s1", "pnpm, not npm, in the folder web: the lockfile is pnpm-lock.yaml.", "how do I install the dependencies of the front end?", "pnpm web", "pnpm-lock.yaml"},

		{atlas, "s2", "Tiles are rendered by `python -m atlas.render --zoom 0-14`; a full run takes about six hours on the big machine.", "how long does it take to draw the whole map?", "render tiles duration", "six hours"},
		{atlas, "s2", "Decision: Parquet instead of CSV for the intermediate files, because reading was nine times faster.", "what format are the intermediate results in?", "Parquet or CSV", "Parquet"},
		{atlas, "s2", "The OSM extract is downloaded from Geofabrik every first of the month by the job fetch_osm.", "when do we get fresh map data?", "OSM download", "first of the month"},
		{atlas, "s2", "GDAL 3.9 has a bug with EPSG:2056; we pin 3.8.5.", "why is the version of gdal held back?", "GDAL pin", "3.8.5"},
		{atlas, "s2", "Memory blew up in the join of roads and buildings; fixed by partitioning by H3 cell at resolution 5.", "the process gets killed when it combines streets with houses", "memory join roads buildings", "H3 cell"},
		{atlas, "s2", "Run the tests with `uv run pytest -n 4`; more workers exhaust the database.", "what is the command for the test suite?", "run the tests", "uv run pytest"},
		{atlas, "s2", "The user prefers short commit messages in the imperative, without prefixes.", "how should I word commits?", "commit messages", "imperative"},
		{atlas, "s2", "Credentials of the tile bucket come from the vault, at atlas/tiles; never from .env.", "where does the upload of tiles get its keys from?", "tile bucket credentials", "atlas/tiles"},
		{atlas, "s2", "Swiss coordinates are east then north; swapping them puts Bern into the sea.", "in which order are x and y in LV95?", "Swiss coordinates", "east then north"},
		{atlas, "s2", "The nightly job runs at 02:30 Europe/Zurich on the host karst.", "on which server does the nightly run?", "nightly job host", "karst"},
		{atlas, "s2", "Colours of the map come from style/alpine.json; the designer is Tomás.", "who made the palette?", "map colours designer", "Tomás"},
		{atlas, "s2", "mypy runs strict for atlas/core and not at all for notebooks.", "is type checking enforced?", "mypy strict", "strict for atlas/core"},

		{shop, "s3", "Since October the search of the shop is Meilisearch; Elasticsearch is gone.", "which engine powers product search?", "shop search Elasticsearch", "Meilisearch"},
		{shop, "s3", "The refund page is half done: the form works, the e-mail to the customer is missing.", "what is left to do on refunds?", "refund page state", "e-mail to the customer is missing"},
		{shop, "s3", "Black Friday: freeze all deployments from 20 November to 1 December.", "may I ship something at the end of November?", "Black Friday deployments", "freeze all deployments"},
		{shop, "s3", "Error: CORS failures on Safari only; the cause was a missing Vary: Origin header in the CDN.", "requests are blocked in Apple's browser", "CORS Safari", "Vary: Origin"},
		{shop, "s3", "Invoices are PDF/A made by WeasyPrint; fonts are embedded or the archive rejects them.", "what generates the invoice documents?", "invoices PDF", "WeasyPrint"},
		{common, "s3", "Ada works from Zurich and reads mail only in the morning; urgent things go to her phone.", "what is the best way to reach Ada quickly?", "Ada urgent", "go to her phone"},
	}
}

// unanswered are questions that no memory answers.
func unanswered() []fact {
	return []fact{
		{project: shop, question: "how do we rotate the TLS certificates?"},
		{project: shop, question: "which colour has the newsletter banner?"},
		{project: shop, question: "what is the limit of the upload of avatars?"},
		{project: shop, question: "rename the variable in this function"},
		{project: atlas, question: "how are elevations interpolated?"},
		{project: atlas, question: "which licence do the fonts have?"},
		{project: atlas, question: "what did we promise the cantonal office?"},
		{project: atlas, question: "write a docstring for this class"},
	}
}
