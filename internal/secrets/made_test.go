package secrets_test

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"strings"
)

// The alphabets that secrets are drawn from.
const (
	digits  = "0123456789"
	hexes   = digits + "abcdef"
	smalls  = "abcdefghijklmnopqrstuvwxyz"
	larges  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	letters = smalls + larges
	alnum   = letters + digits
	base64s = alnum + "+/"
	webs    = alnum + "-_"
	base32s = larges + "234567"
	symbols = "!@#%^&*-_=+?"
)

// dice draws secrets. They are put together here, so that no whole one stands in
// a file of this repository.
type dice struct{ *rand.Rand }

func newDice(seed uint64) dice { return dice{rand.New(rand.NewPCG(seed, 7))} }

// draw returns n letters of an alphabet.
func (d dice) draw(alphabet string, n int) string {
	text := make([]byte, n)
	for i := range text {
		text[i] = alphabet[d.IntN(len(alphabet))]
	}
	return string(text)
}

func (d dice) one(of ...string) string { return of[d.IntN(len(of))] }

// web returns n letters of base64 for URLs; no - or _ is at its end.
func (d dice) web(n int) string { return d.draw(webs, n-1) + d.draw(alnum, 1) }

// password returns what a generator of passwords gives: letters of both sizes,
// digits and perhaps symbols, at least one of each.
func (d dice) password(n int, withSymbols bool) string {
	text := []byte(d.draw(alnum, n-3) + d.draw(digits, 1) + d.draw(smalls, 1) + d.draw(larges, 1))
	if withSymbols {
		text[0] = symbols[d.IntN(len(symbols)-4)]
		text[n/2] = symbols[d.IntN(len(symbols))]
	}
	d.Shuffle(n, func(i, j int) { text[i], text[j] = text[j], text[i] })
	return string(text)
}

// json64 returns an object in base64 for URLs, as the parts of a JWT are.
func json64(format string, args ...any) string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, format, args...))
}

// made is a kind of secret that is made.
type made struct {
	kind string
	// secret returns one.
	secret func(d dice) string
	// places are texts around it, with {} where it is; nil for those of any token.
	places []string
}

func kinds() []made {
	return append(serviceKinds(), placeKinds()...)
}

// serviceKinds are tokens with a form.
func serviceKinds() []made {
	token := func(kind string, secret func(d dice) string) made { return made{kind: kind, secret: secret} }
	return []made{
		token("aws access key", func(d dice) string { return d.one("AK", "AS") + "IA" + d.draw(base32s, 16) }),
		token("github classic", func(d dice) string { return "gh" + d.one("p", "o", "u", "s", "r") + "_" + d.draw(alnum, 36) }),
		token("github fine-grained", func(d dice) string { return "github" + "_pat_" + d.draw(alnum, 22) + "_" + d.draw(alnum, 59) }),
		token("gitlab", func(d dice) string { return "gl" + d.one("pat", "dt", "rt", "soat") + "-" + d.web(20) }),
		token("slack bot", func(d dice) string {
			return "xox" + d.one("b", "p") + "-" + d.draw(digits, 12) + "-" + d.draw(digits, 13) + "-" + d.draw(alnum, 24)
		}),
		token("slack webhook", func(d dice) string {
			return "https://hooks." + "slack.com/services/T" + d.draw(larges+digits, 8) + "/B" + d.draw(larges+digits, 10) + "/" + d.draw(alnum, 24)
		}),
		token("discord webhook", func(d dice) string {
			return "https://discord." + "com/api/webhooks/1" + d.draw(digits, 18) + "/" + d.web(68)
		}),
		token("google api key", func(d dice) string { return "AI" + "za" + d.web(35) }),
		token("google client secret", func(d dice) string { return "GOC" + "SPX-" + d.web(28) }),
		token("openai project", func(d dice) string { return "sk-" + "proj-" + d.web(74) + "T3Blbk" + "FJ" + d.web(74) }),
		token("openai", func(d dice) string { return "sk" + "-" + d.draw(alnum, 48) }),
		token("anthropic", func(d dice) string { return "sk-" + "ant-api03-" + d.web(93) + "AA" }),
		token("openrouter", func(d dice) string { return "sk-" + "or-v1-" + d.draw(hexes, 64) }),
		token("stripe", func(d dice) string { return d.one("sk", "rk") + "_" + d.one("live", "test") + "_" + d.draw(alnum, 24) }),
		token("hugging face", func(d dice) string { return "hf" + "_" + d.draw(letters, 34) }),
		token("npm", func(d dice) string { return "npm" + "_" + d.draw(alnum, 36) }),
		token("pypi", func(d dice) string { return "pypi-" + "AgEIcHlwaS5vcmc" + d.web(120) }),
		token("sendgrid", func(d dice) string { return "SG" + "." + d.web(22) + "." + d.web(43) }),
		token("mailgun", func(d dice) string { return "key" + "-" + d.draw(hexes, 32) }),
		token("mailchimp", func(d dice) string { return d.draw(hexes, 32) + "-us" + d.draw("123456789", 1) }),
		token("twilio", func(d dice) string { return "S" + "K" + d.draw(hexes, 32) }),
		token("digitalocean", func(d dice) string { return "do" + "p_v1_" + d.draw(hexes, 64) }),
		token("shopify", func(d dice) string { return "shp" + d.one("at", "ca", "pa", "ss") + "_" + d.draw(hexes, 32) }),
		token("square", func(d dice) string { return "sq0" + d.one("atp", "csp") + "-" + d.web(22) }),
		token("databricks", func(d dice) string { return "da" + "pi" + d.draw(hexes, 32) }),
		token("linear", func(d dice) string { return "lin" + "_api_" + d.draw(alnum, 40) }),
		token("notion", func(d dice) string { return "nt" + "n_" + d.draw(alnum, 46) }),
		token("figma", func(d dice) string { return "fig" + "d_" + d.web(40) }),
		token("airtable", func(d dice) string { return "pa" + "t" + d.draw(alnum, 14) + "." + d.draw(hexes, 64) }),
		token("atlassian", func(d dice) string { return "ATA" + "TT3" + d.web(180) + "=" + d.draw(larges+digits, 8) }),
		token("postman", func(d dice) string { return "PM" + "AK-" + d.draw(hexes, 24) + "-" + d.draw(hexes, 34) }),
		token("grafana", func(d dice) string { return "gl" + "sa_" + d.draw(alnum, 32) + "_" + d.draw(hexes, 8) }),
		token("vault", func(d dice) string { return "hv" + "s." + d.web(96) }),
		token("docker", func(d dice) string { return "dckr" + "_pat_" + d.web(27) }),
		token("rubygems", func(d dice) string { return "ruby" + "gems_" + d.draw(hexes, 48) }),
		token("telegram", func(d dice) string { return "1" + d.draw(digits, 9) + ":AA" + d.web(33) }),
		token("terraform", func(d dice) string { return d.draw(alnum, 14) + ".atlas" + "v1." + d.web(67) }),
		token("jwt", func(d dice) string {
			return json64(`{"alg":"HS256","typ":"JWT"}`) + "." + json64(`{"sub":"%s","iat":17%s}`, d.draw(digits, 10), d.draw(digits, 8)) + "." + d.web(43)
		}),
		token("age", func(d dice) string { return "AGE-SECRET" + "-KEY-1" + d.draw("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58) }),
		token("groq", func(d dice) string { return "gs" + "k_" + d.draw(alnum, 52) }),
	}
}

// placeKinds are secrets without a form of their own.
func placeKinds() []made {
	return []made{
		{"private key", func(d dice) string { return pem(d, "\n") }, []string{"{}", "the deploy key is\n{}\n", "cat > id_rsa <<EOF\n{}\nEOF"}},
		{"private key in JSON", func(d dice) string { return pem(d, `\n`) }, []string{`{"type": "service_account", "private_key": "{}\n", "client_id": "1"}`}},
		{"aws secret key", func(d dice) string { return d.draw(base64s, 40) }, []string{
			"aws_secret_access_key = {}", "AWS_SECRET_ACCESS_KEY={}", `"SecretAccessKey": "{}"`, "export AWS_SECRET_ACCESS_KEY='{}'",
		}},
		{"password in code", func(d dice) string { return d.password(10+d.IntN(14), d.IntN(2) == 0) }, []string{
			`password = "{}"`, `db_password: '{}'`, `const dbPassword = "{}";`, `conn.setPassword("{}")`, `"password": "{}",`,
			`String passwd = "{}";`, `root_pwd => '{}'`, `PASSWORD: str = "{}"`, `$config['db_pass'] = '{}';`,
		}},
		{"password in the environment", func(d dice) string { return d.password(10+d.IntN(14), false) }, []string{
			"DB_PASSWORD={}", "export PGPASSWORD={}", "POSTGRES_PASSWORD: {}", "-e MYSQL_ROOT_PASSWORD={} mysql:8",
			"smtp_password={}", "login deploy password {}", "curl --password {} https://h.internal/",
		}},
		{"password in a sentence", func(d dice) string { return d.password(10+d.IntN(14), false) }, []string{
			"the staging password is {}", "Password: {}", "The admin password was {} before.", "the root password is '{}'",
		}},
		{"hex token", func(d dice) string { return d.draw(hexes, 32+8*d.IntN(5)) }, []string{
			"API_TOKEN={}", `"token": "{}"`, `apiKey: "{}"`, `X-Api-Key: {}`, `client_secret = "{}"`, "secret_key_base: {}", `api_key="{}"`,
			`os.Setenv("SERVICE_TOKEN", "{}")`, "GET /v1/items?api_key={}&page=2",
		}},
		{"random token", func(d dice) string { return d.web(24 + d.IntN(40)) }, []string{
			"ACCESS_TOKEN={}", `"access_token": "{}"`, `const apiKey = '{}'`, `refresh_token: {}`, `<apiToken>{}</apiToken>`, `--token {}`,
			`SESSION_SECRET="{}"`, `auth_token := "{}"`, `//registry.internal/:_authToken={}`, `const API_KEY: &str = "{}";`,
		}},
		{"base64 secret", func(d dice) string { return d.draw(base64s, 43) + "=" }, []string{
			`"clientSecret": "{}"`, "ENCRYPTION_KEY={}", "signing_key: {}", "AccountKey={};EndpointSuffix=core", `hmac_secret = "{}"`,
		}},
		{"bearer header", func(d dice) string { return d.web(32 + d.IntN(40)) }, []string{
			"Authorization: Bearer {}", `curl -H "Authorization: Bearer {}" https://api.internal/`, `headers = {"Authorization": "Bearer {}"}`,
		}},
		{"basic header", func(d dice) string {
			return base64.StdEncoding.EncodeToString([]byte(d.draw(smalls, 6) + ":" + d.password(14, false)))
		}, []string{"Authorization: Basic {}", `-H 'authorization: basic {}'`}},
		{"url password", func(d dice) string { return d.password(10+d.IntN(10), false) }, []string{
			"postgres://app:{}@db.internal:5432/app", "DATABASE_URL=mysql://root:{}@10.0.0.7/x", "redis://:{}@cache:6379/0",
			"git clone https://bot:{}@git.internal/x.git", "amqp://svc:{}@mq/", `"url": "mongodb+srv://u:{}@c0.mongodb.net"`,
		}},
	}
}

// pem returns a private key with a line break of some kind.
func pem(d dice, line string) string {
	title := d.one("RSA ", "EC ", "OPENSSH ", "") + "PRIVATE" + " KEY-----"
	body := make([]string, 0, 8)
	for range 4 + d.IntN(8) {
		body = append(body, d.draw(base64s, 64))
	}
	body = append(body, d.draw(base64s, 30)+"==")
	return "-----" + "BEGIN " + title + line + strings.Join(body, line) + line + "-----" + "END " + title
}

// tokenPlaces are where any token may be.
func tokenPlaces() []string {
	return []string{
		"{}", "use {} for the staging account", "TOKEN={}", `"key": "{}",`, "export X={}", "key: {}", `client.New("{}")`,
		"2027-01-15T10:22:31Z DEBUG request with {} failed", "(see {})", "`{}`", `{"a": ["{}"]}`, "first line\n{}\nlast line", `text: "a\n{}\nb"`,
	}
}

// example is a text with a secret in it.
type example struct {
	kind, text, secret string
}

// examples makes so many of each kind.
func examples(seed uint64, each int) []example {
	d := newDice(seed)
	var all []example
	for _, k := range kinds() {
		places := k.places
		if places == nil {
			places = tokenPlaces()
		}
		for range each {
			secret := k.secret(d)
			all = append(all, example{k.kind, strings.Replace(places[d.IntN(len(places))], "{}", secret, 1), secret})
		}
	}
	return all
}
