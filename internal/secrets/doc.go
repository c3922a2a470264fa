// Package secrets finds what looks like a secret in a text, and decides what
// becomes of it: a token of a known service by its form, a private key, and a
// value without pattern in a place where secrets are, such as password = "…".
//
// [Find] is pure and takes time in proportion to the text. The forms of tokens
// are data (rules.txt): facts about formats, in part learnt from the rules of
// Gitleaks (MIT licence, see the file LICENCES). Nothing is prepared before a
// text is looked at, and a regular expression is compiled only if something that is
// long enough for its token begins at its keyword.
//
// A [Guard] is the one place that decides: each room asks it before it stores
// what came from outside. [Allow] lets one call through.
package secrets
