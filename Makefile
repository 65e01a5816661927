# make help lists what can be done here.

GO ?= go
BIN := bin
PROGRAMS := session-start pre-compact handoff-index post-tool
RELEASE := CGO_ENABLED=0 $(GO) build -trimpath -buildvcs=auto -ldflags '-s -w'
# A PROJECT that is given empty is passed on, and refused: only one that is not
# given means all projects.
PROJECT_FLAG := $(if $(filter-out undefined,$(origin PROJECT)),--project '$(subst ','\'',$(PROJECT))')

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: build
build: ## build the release binaries into bin/
	@mkdir -p $(BIN)
	@for p in $(PROGRAMS); do $(RELEASE) -o $(BIN)/$$p ./hooks/$$p || exit 1; done
	@$(RELEASE) -o $(BIN)/holdfast ./install

.PHONY: install
install: build ## build, and install into your Claude Code (PROJECT=DIR: that project only)
	@$(BIN)/holdfast install $(PROJECT_FLAG)

.PHONY: uninstall
uninstall: build ## undo make install (PROJECT=DIR: of that project; PURGE=1: saved state too)
	@$(BIN)/holdfast uninstall $(PROJECT_FLAG) $(if $(PURGE),--purge)

.PHONY: demo
demo: build ## a whole session on recorded payloads in a scratch project
	@testscripts/demo/demo.sh "$(CURDIR)/$(BIN)"

.PHONY: test
test: ## units and scripts, in a minute on two idle cores; needs no network beyond Go modules
	@.ci/test

.PHONY: check
check: ## format, vet, staticcheck, tidy, house rules, and all tests under the race detector
	@.ci/check

.PHONY: e2e
e2e: ## the real Claude Code against a scripted API on loopback (fetches it by npm)
	@.ci/again -tags=e2e -count=1 -timeout=30m ./testscripts/e2e/...

.PHONY: page
page: ## the timeline and the README's pictures in a real headless Chromium (PAGE_PICTURES=DIR keeps pictures)
	$(GO) test -tags page -count=1 -timeout 10m ./testscripts/page/...
	$(GO) test -tags page -count=1 -timeout 10m -run TestPictures ./testscripts

.PHONY: pictures
pictures: ## draw the README's pictures from the real programs, into docs/pictures
	PICTURES="$(CURDIR)/docs/pictures" $(GO) test -tags page -count=1 -timeout 10m -run TestPictures ./testscripts

.PHONY: bench
bench: build ## measure the release binaries against an empty one; fails when a bar is missed (ONLY=guard: a group)
	$(GO) run ./testscripts/bench -bin "$(CURDIR)/$(BIN)" $(if $(ONLY),-only '$(ONLY)')

.PHONY: replay
replay: build ## what survives a compaction, on the transcripts in DIR (default: this project's own)
	@$(GO) run ./testscripts/replay -bin "$(CURDIR)/$(BIN)" $(if $(DIR),-dir '$(subst ','\'',$(DIR))')

.PHONY: recall
recall: ## how often a question finds the session that answers it, on the histories in DIR
	@$(GO) run ./testscripts/recall $(if $(DIR),-dir '$(subst ','\'',$(DIR))') $(if $(V),-v)

.PHONY: days
days: build ## what new sessions are told of what they need, on the histories in the folders of DIR (ROWS=1: a row each)
	@$(GO) run ./testscripts/replay -bin "$(CURDIR)/$(BIN)" -days '$(subst ','\'',$(DIR))' $(if $(ROWS),-rows)

.PHONY: crash
crash: ## every writer killed and failed at every call (CRASH=all: with each error)
	@CRASH=$(or $(CRASH),calls) .ci/again -count=1 -timeout=60m ./testscripts/crash

.PHONY: load
load: ## 64 processes at once on each store, for LOADTIME (1m), saves and swaps aimed at writers, what is too long for make test
	@LOAD=$(or $(LOADTIME),1m) .ci/again -count=1 -timeout=60m -run='TestStoresUnderLoad|TestNoSaveDuringARollbackIsLost|TestASwappedFolder|TestUndoGoesBack|TestScripts/^(long|hostile)-' ./testscripts

.PHONY: costs
costs: ## time and memory of the worst hostile input of each verb; fails over 5 s (a hook: 1 s) or 500 MB
	@mkdir -p .cache; COSTS=1 $(GO) test -count=1 -v -run TestHostileInputCostsLittle ./testscripts >.cache/costs.log 2>&1 || { grep -v '^ *\(===\|testscript.go\)' .cache/costs.log | tail -60; exit 1; }
	@grep -E '^(worst|[a-z-]+ ).*[0-9a-zMB]$$' .cache/costs.log

.PHONY: user
user: ## the scripts on permissions, owners and umasks, as an ordinary user (root makes one)
	@.ci/user

.PHONY: fuzz
fuzz: ## run every fuzz target for FUZZTIME (10s); ONLY=FuzzHook: those of that name
	@.ci/fuzz $(or $(FUZZTIME),10s) $(ONLY)

.PHONY: panics
panics: ## each function panics in turn, in each hook (PANICS_EVERY=25: one of 25; PANICS=NAME: a hook)
	@PANICS="$(PANICS)" PANICS_EVERY="$(PANICS_EVERY)" $(GO) test -tags panics -count=1 -timeout 120m ./testscripts/panics

.PHONY: windows
windows: ## the Windows programs under Wine, which root gets by apt; skipped where there is none
	@.ci/windows

.PHONY: cover
cover: ## coverage of lib from units and scripts together; fails below 85 %
	@.ci/cover

.PHONY: dist
dist: ## the release for every system, into dist/ (ONLY=linux-amd64: one; DOWNLOAD=URL: where it will be)
	@ONLY='$(ONLY)' DOWNLOAD='$(DOWNLOAD)' .ci/dist
