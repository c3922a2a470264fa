# Every target does one thing and says what it runs. Nothing here needs more
# than Go; what one check needs besides, that check names.

GO        ?= go
FUZZTIME  ?= 3s
FUZZLINES ?= 50000
export GO FUZZTIME FUZZLINES

# Public data sets that some tests read lie outside the repository. A variable
# that is set already wins.
ifneq ($(wildcard ../shared/data),)
AGMEM_TESTDATA ?= $(abspath ../shared/data)
export AGMEM_TESTDATA
endif

.PHONY: help setup build try test check quick fuzz lines cross release clean

help: ## show this list
	@grep -hE '^[a-z]+:.*## ' Makefile | sed 's/:.*## /	/' | while IFS='	' read -r name what; do printf 'make %-9s%s\n' "$$name" "$$what"; done

setup: ## fetch what the checks need; name what is missing
	@scripts/setup

build: ## build every program into ./bin
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags '-s -w' -o bin/ ./cmd/...

try: build ## build, then add, search and read real memories in a temporary home
	@scripts/try

test: setup ## run what every change has to pass, in a few minutes
	@scripts/check format build vet modules tests startup try

check: setup ## run everything: tests at full volume, races, fuzzing, all platforms
	@scripts/check format build vet static modules vulnerabilities volume race fuzz lines cross startup try

quick: ## run the tests alone
	@scripts/check tests

fuzz: ## run every fuzz target for FUZZTIME (3s)
	@scripts/fuzz

lines: ## run random command lines of every program, FUZZLINES of them (50000)
	@scripts/check lines

cross: ## compile for linux, macOS and Windows on amd64 and arm64
	@scripts/cross

release: ## pack the programs for every platform into ./dist, with checksums
	@scripts/release

clean: ## remove what the other targets made
	rm -rf bin dist tools/node_modules
