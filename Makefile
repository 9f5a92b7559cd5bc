SHELL = /bin/bash
# Everything a fresh machine with Swift and a C toolchain needs: `make run`, `make test`.
# Longer checks: `make nightly`. Figures: `make bench`.

SWIFT ?= swift
# Homebrew's sandbox allows no other inside: --disable-sandbox.
BUILD_FLAGS ?=
PYTHON ?= python3
# Nothing that is built lies among the sources.
export PYTHONDONTWRITEBYTECODE = 1
RELEASE = .build/release/deliverysim
DEBUG = .build/debug/deliverysim
# Where GSL's headers are no part of the system: Homebrew.
GSL_FLAGS = $(shell pkg-config --cflags-only-I gsl 2>/dev/null)
# `error`: an import that is not an arrow of Package.swift does not build.
ARROWS = --explicit-target-dependency-import-check error


help: ## Show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

run: build ## Run the main experiment: the push queue against plain APNs
	$(RELEASE) run experiments/mail-queue/scenario.yml --out runs/mail-queue --force

include make/*.mk

# No target is a file, but for those with a slash.
.PHONY: $(shell sed -nE 's/^([a-z][a-z-]*):( .*)?$$/\1/p' $(MAKEFILE_LIST))

# One line for each step, then `N passed, N failed`; what is printed besides goes to the log (Tests/run.py).
# A step that is expensive and rarely fails belongs to `make nightly`.
test: deps valgrind ## Run all tests (7 to 12 minutes of CPU from a fresh clone)
	@$(PYTHON) Tests/run.py --log .build/test.log lint scripts build-tests! public tests truth instructions-few guard

# A step of `make test` in a line of its own, to be run alone as well.
lint:
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Snippets Sources Tests $(addprefix Benchmarks/,Package.swift Hold HoldModel Kernel) $(addprefix Fuzz/,Package.swift Fuzzer)

build-tests: deps unpacked
	$(SWIFT) build -c release --build-tests $(ARROWS)

scripts: unpacked # Tests of the scripts; every rule has its test, every mutant its place and its test
	$(PYTHON) -m unittest discover -s Tests -p 'test_*.py'
	$(PYTHON) Tests/rules.py
	$(PYTHON) Tests/mutants.py --list
	cd brokers && $(PYTHON) -m unittest discover -s tests -t .

tests: build-tests
	DELIVERYSIM_RELEASE=$(CURDIR)/$(RELEASE) $(SWIFT) test -c release --skip-build

# The package that others would write (`make library` builds it) sees nothing but what is public.
public: build-tests ## The documentation's snippets, and what is public suffices others
	$(SWIFT) run -c release --skip-build OwnStrategy
	$(SWIFT) run -c release --skip-build OwnClient
	$(SWIFT) run -c release --skip-build SingleServer
	$(SWIFT)c -typecheck -swift-version 6 -package-name other -I $(dir $(RELEASE))Modules -I Sources/CGSL -I Sources/CZlib -I Sources/CVariates/include $(GSL_FLAGS) \
	  Tests/Library/Sources/Embedded/main.swift

truth: build ## What `fit` says of logs whose losses are known
	DELIVERYSIM_RELEASE=$(CURDIR)/$(RELEASE) $(PYTHON) -m unittest discover -s Tests/truth

check: lint scripts build-tests instructions-few ## What is quick of `make test`: format, arrows, tidiness, rules, instructions
	$(SWIFT) test -c release --skip-build --filter TidyTests

build: deps
	$(SWIFT) build $(BUILD_FLAGS) -c release --product deliverysim

deps: commit ## Install libgsl-dev where pkg-config does not find it
	@pkg-config --exists gsl 2>/dev/null || $(MAKE) --no-print-directory install-gsl

# Which commit manifest.json names: a source that git ignores, written only when it changes. A copy without a
# repository of its own, below another one too, has none.
COMMIT = Sources/CCommit/commit.c
commit:
	@if [ "$$(git rev-parse --show-toplevel 2>/dev/null)" = "$$(pwd -P)" ] && \
	  head=$$(git rev-parse --verify --quiet HEAD); then \
	  changes=$$(git status --porcelain -- Sources Package.swift); \
	  dirty=$$([ -z "$$changes" ] && echo false || echo true); \
	  text=$$(printf '#include "CCommit.h"\n\n%s\n%s' \
	    "const char *deliverysim_commit(void) { return \"$$head\"; }" \
	    "bool deliverysim_is_dirty(void) { return $$dirty; }"); \
	  [ "$$text" = "$$(cat $(COMMIT) 2>/dev/null)" ] || echo "$$text" > $(COMMIT); \
	else rm -f $(COMMIT); fi

format: ## Format the sources
	$(SWIFT) format -i --parallel --recursive Package.swift Snippets Sources Tests \
	  $(addprefix Benchmarks/,Package.swift Hold HoldModel Kernel) $(addprefix Fuzz/,Package.swift Fuzzer)

clean: ## Remove everything that was built
	rm -rf .build Benchmarks/.build Benchmarks/.venv python/.venv brokers/.venv
