package main

import (
	"fmt"
	"math/rand/v2"
)

// filler is a plausible fact that answers none of the questions: it is about a part of
// a project that no question is about, and names it.
type filler struct {
	project project // of the two, or another one
	text    string
}

// others are repositories that nobody asks about.
func others() []project { return []project{"billing-ui", "infra", "handbook", "scraper"} }

// fillers returns n different ones, the same for the same n.
func fillers(n int) []filler {
	r := rand.New(rand.NewPCG(20261122, uint64(n)))
	pick := func(of []string) string { return of[r.IntN(len(of))] }
	seen := make(map[string]bool)
	var all []filler
	for len(all) < n {
		text := sentence(r, pick)
		if seen[text] {
			continue
		}
		seen[text] = true
		in := []project{shop, atlas, others()[r.IntN(len(others()))]}
		all = append(all, filler{in[len(all)%len(in)], text})
	}
	return all
}

// sentence makes one of the kinds of facts that agents write down.
func sentence(r *rand.Rand, pick func([]string) string) string {
	part, other, who := pick(parts()), pick(parts()), pick(people())
	switch r.IntN(12) {
	case 0:
		return fmt.Sprintf("Decision: %s talks to %s over %s, because %s.", part, other, pick(wires()), pick(reasons()))
	case 1:
		return fmt.Sprintf("Error in %s: `%s`. Solved by %s.", part, pick(errors()), pick(cures()))
	case 2:
		return fmt.Sprintf("The timeout of %s is %d seconds; more makes %s wait.", part, 2+r.IntN(58), other)
	case 3:
		return fmt.Sprintf("%s owns %s and wants to see every change to its interface.", who, part)
	case 4:
		return fmt.Sprintf("Run `./tools/%s.sh %s` after a change to the schema of %s.", pick(verbs()), other, part)
	case 5:
		return fmt.Sprintf("%s keeps its settings in etc/%s-%d.toml; the ones in the wiki are old.", part, pick(verbs()), r.IntN(40))
	case 6:
		return fmt.Sprintf("The tests of %s need the fixture %s_%03d and fail without a word if it is not there.", part, pick(verbs()), r.IntN(400))
	case 7:
		return fmt.Sprintf("%s was moved from %s to %s in sprint %d; %s has the notes.", part, pick(wires()), pick(wires()), 10+r.IntN(80), who)
	case 8:
		return fmt.Sprintf("Logs of %s are kept for %d days, those of %s for %d.", part, 3+r.IntN(87), other, 3+r.IntN(87))
	case 9:
		return fmt.Sprintf("Do not call %s from %s: %s.", part, other, pick(reasons()))
	case 10:
		return fmt.Sprintf("To do in %s: %s, then tell %s.", part, pick(cures()), who)
	default:
		return fmt.Sprintf("%s listens on port %d and %s on port %d.", part, 3000+r.IntN(5000), other, 3000+r.IntN(5000))
	}
}

// parts are pieces of software that no question is about.
func parts() []string {
	var names []string
	for _, a := range []string{"session", "ledger", "mail", "stock", "coupon", "address", "report", "audit", "image", "rating", "vector", "elevation", "label", "index", "quota"} {
		for _, b := range []string{"-gateway", "-worker", "-sync", "-cleaner", "-importer", " dashboard", " proxy"} {
			names = append(names, "the "+a+b)
		}
	}
	return names
}

func people() []string {
	return []string{"Mirjam", "Okan", "Lucía", "Jonas", "Wei", "Fatima", "Sven", "Noor"}
}

func wires() []string {
	return []string{"gRPC", "NATS", "plain HTTP", "a queue in Postgres", "Kafka", "a Unix socket", "SQS"}
}

func reasons() []string {
	return []string{
		"the other way lost messages under load", "it was the only one that the auditors accepted", "its client is not thread safe",
		"retries there are not idempotent", "nobody wants to run another cluster", "the latency halved", "the old library has no maintainer",
	}
}

func errors() []string {
	return []string{
		"context deadline exceeded", "no space left on device", "unexpected EOF", "permission denied (publickey)", "x509: unknown authority",
		"deadlock detected", "invalid UTF-8 in field 3", "address already in use", "KeyError: 'region'",
	}
}

func cures() []string {
	return []string{
		"rotating the files hourly", "raising the limit of open files", "reading the body before closing it", "taking the lock in the order of ids",
		"decoding as latin-1 first", "waiting for the port in the start script", "a default region", "pinning the base image", "dropping the second index",
	}
}

func verbs() []string { return []string{"sync", "verify", "compact", "replay", "seed", "warm"} }
