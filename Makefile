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
EXPERIMENTS = experiments
# What they gave: results/README.md.
RESULTS = results
# Those that `make test` runs again in part; `make nightly` does so with all.
CHECKED = mail-queue bursts services
GUARDED = $(CHECKED) provider-hop strategies trap tail digest as-printed repeat-limit
PUBLISHED = $(GUARDED) how-many designs storm killed keyhole before-after settings happier commute \
  inputs calibrate-simplex calibrate-own best-queue android escalate socket
# Of these, `sensitivity` says what matters. The points take much room: results have the answer alone.
SENSITIVITY = what-matters who-stays
ANALYZED = .build/sensitivity
ANALYZE = $(RELEASE) sensitivity $(EXPERIMENTS)/$$name/scenario.yml --method sobol --points 512 \
  --metric $$(test $$name = who-stays && echo reachable_share_at_end || echo deliverability) \
  --out $(ANALYZED)/$$name --force --quiet
# How many inputs `make fuzz` tries, and which.
FUZZ_READERS ?= 1000000
FUZZ_RUNS ?= 20000
FUZZ_SEED ?= 1
# The environment that draws: Python with matplotlib, apart from the system's.
DRAW = python/.venv/bin/python
# What `make report` reports on.
DIR ?= runs/mail-queue
# Python with Snakemake and Dask. In .build: what tidies the experiments looks at all that lies among them.
CLUSTER = .build/cluster-env
# `error`: an import that is not an arrow of Package.swift does not build.
ARROWS = --explicit-target-dependency-import-check error

.PHONY: help run test lint build-tests scripts tests truth public guard check library build deps bench bench-kernel instructions fuzz fuzz-some nightly oracles rules mutants \
  mutants-changed instructions-few coverage properties debug published invariants docs experiments reference enron report report-env python-test python-mutants report-test wheel browser notebooks notebooks-record selection gallery format clean \
  cluster-env test-cluster test-brokers test-brokers-all

help: ## Show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

run: build ## Run the main experiment: the push queue against plain APNs
	$(RELEASE) run experiments/mail-queue/scenario.yml --out runs/mail-queue --force

# One line for each step, then `N passed, N failed`; what is printed besides goes to the log (Tests/run.py).
# What is expensive and rarely fails belongs to `make nightly`.
test: deps valgrind ## Run all tests (7 to 12 minutes of CPU from a fresh clone)
	@$(PYTHON) Tests/run.py --log .build/test.log lint scripts build-tests! public tests truth instructions-few guard

# A step of `make test` in a line of its own, to be run alone as well.
lint:
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Snippets Sources Tests $(addprefix Benchmarks/,Package.swift Hold HoldModel Kernel) $(addprefix Fuzz/,Package.swift Fuzzer)

build-tests: deps
	$(SWIFT) build -c release --build-tests $(ARROWS)

scripts: # Tests of the scripts; every rule has its test, every mutant its place and its test
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
	$(SWIFT)c -typecheck -swift-version 6 -package-name other -I $(dir $(RELEASE))Modules -I Sources/CGSL -I Sources/CVariates/include $(GSL_FLAGS) \
	  Tests/Library/Sources/Embedded/main.swift

truth: build ## What `fit` says of logs whose losses are known
	DELIVERYSIM_RELEASE=$(CURDIR)/$(RELEASE) $(PYTHON) -m unittest discover -s Tests/truth

# Few replications suffice: their rows are a prefix of the published ones. For expectations they may be too few (3).
guard: build ## The published results are still what this version computes
	@for name in $(GUARDED); do \
	  $(RELEASE) verify $(RESULTS)/$$name --replications 2 --progress none || exit 1; done
	@for name in $(CHECKED); do \
	  now=.build/guard/$$name; \
	  { $(RELEASE) run $(EXPERIMENTS)/$$name/scenario.yml --replications 3 --out $$now --force --quiet || [ $$? = 3 ]; } && \
	  $(RELEASE) check $$now --baseline $(RESULTS)/$$name --junit $$now.xml || exit 1; \
	done

check: lint scripts build-tests instructions-few ## What is quick of `make test`: format, arrows, tidiness, rules, instructions
	$(SWIFT) test -c release --skip-build --filter TidyTests

library: deps ## The libraries as a package of others uses them
	$(SWIFT) run -c release --package-path Tests/Library --scratch-path .build/library Embedded
	$(SWIFT) run -c release --package-path Tests/Library --scratch-path .build/library Outside

build: deps
	$(SWIFT) build $(BUILD_FLAGS) -c release --product deliverysim

deps: commit ## Install libgsl-dev where pkg-config does not find it
	@pkg-config --exists gsl 2>/dev/null || $(MAKE) --no-print-directory install-gsl

# Which commit manifest.json names: a source that git ignores, written only when it changes. A copy without a
# repository of its own, below another one too, has none.
COMMIT = Sources/CCommit/commit.c
.PHONY: commit
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

.PHONY: install-gsl
install-gsl:
	@echo 'installing the GNU Scientific Library and pkg-config'
	@if command -v apt-get >/dev/null; then \
	  if [ "$$(id -u)" = 0 ]; then run=; else run=sudo; fi; \
	  $$run apt-get update -qq && $$run apt-get install -y -qq libgsl-dev pkg-config >/dev/null; \
	elif command -v brew >/dev/null; then brew install gsl pkg-config; \
	else echo 'error: install the GNU Scientific Library (libgsl-dev) and pkg-config'; exit 1; fi

# Where it cannot be installed, what needs it is skipped.
.PHONY: valgrind
valgrind:
	@if ! command -v valgrind >/dev/null && command -v apt-get >/dev/null; then \
	  echo 'installing valgrind'; if [ "$$(id -u)" = 0 ]; then run=; else run=sudo; fi; \
	  $$run apt-get update -qq && $$run apt-get install -y -qq valgrind binutils >/dev/null || \
	  echo 'valgrind could not be installed'; fi

oracles: deps ## Print the table of simulated against exact answers
	$(SWIFT) test -c release --filter OracleTests

rules: ## Print the table rule -> test
	@$(PYTHON) Tests/rules.py

mutants: deps ## Switch off each rule, falsify numbers, and see their tests fail
	$(PYTHON) Tests/mutants.py --all

mutants-changed: deps # Those that changed since they were killed; the rest of its time is for the last one to end
	$(PYTHON) Tests/mutants.py --changed --minutes 30

# A check after each event looks at all that is stored: without the tests that bound times.
invariants: deps ## Tests with the invariants of queue, pools, buffers and stations checked
	$(SWIFT) test -c release --scratch-path .build/invariants -Xswiftc -DCHECK_INVARIANTS \
	  --filter 'DeliverySimTests|ModelsTests|PropertyTests' --skip ComplexityTests --skip FuzzCorpusTests

# Symbol graphs come out of the modules of the release build; DocC is part of the Swift toolchain.
# Libraries that others use show what is public, the other rooms what is for each other.
ROOMS = DeliverySim.public Models.public Statistics Oracles Files Schema Fit Experiments
TARGET = $(shell $(SWIFT) -print-target-info | sed -n 's/.*"triple": "\(.*\)",/\1/p' | head -1)
docs: deps ## The libraries' documentation into .build/docs; a broken link is an error (DocC)
	$(SWIFT) build -c release $(ARROWS)
	@rm -rf .build/docs; \
	for room in $(ROOMS); do \
	  name=$${room%.*}; graph=.build/docs/graphs/$$name; mkdir -p $$graph; \
	  case $$room in *.public) level=public; page=Sources/$$name/$$name.docc;; \
	    *) level=package; page=;; esac; \
	  swift-symbolgraph-extract -module-name $$name -target $(TARGET) \
	    -I .build/release/Modules -I Sources/CGSL -I Sources/CVariates/include $(GSL_FLAGS) -I Sources/CCommit/include -I .build/checkouts/Yams/Sources/CYaml/include \
	    -minimum-access-level $$level -skip-synthesized-members -skip-inherited-docs \
	    -output-dir $$graph && \
	  docc convert $$page --additional-symbol-graph-dir $$graph --warnings-as-errors \
	    --fallback-display-name $$name --fallback-bundle-identifier deliverysim.$$name \
	    --output-path .build/docs/$$name.doccarchive || exit 1; \
	done

# Part=minutes, three hours at most. A part that fails or takes longer does not keep the others from running.
nightly: deps valgrind ## What takes longer than `make test` may (under 3 hours)
	@$(PYTHON) Tests/run.py --log .build/nightly.log test=12 mutants-changed=34 coverage=22 properties=20 \
	  debug=5 instructions=3 invariants=8 library=4 published=4 docs=4 python-test=9 python-mutants=6 wheel=2 deb-test=9 notebooks=2 selection=3 browser=6 fuzz-some=12 \
	  test-brokers-all=14

# For building the tests as well: Package.swift names CoverageTests only then.
oracles coverage properties: export DELIVERYSIM_NIGHTLY = 1

NIGHTLY = DELIVERYSIM_RELEASE=$(CURDIR)/$(RELEASE) $(SWIFT) test -c release --skip-build
coverage: build-tests ## How often intervals contain the truth, 2,000 repetitions of each case
	$(NIGHTLY) --filter CoverageTests

properties: build-tests ## Many more random worlds; all exact answers; what `make test` does in part
	$(NIGHTLY) --filter 'PropertyTests|OracleTests|StatisticsTests|DeterminismTests|InterruptionTests|StarvationTests|DocumentationTests'

debug: build-tests ## The debug build writes the bytes of the release build
	$(SWIFT) build -c debug --product deliverysim
	DELIVERYSIM_DEBUG=$(CURDIR)/$(DEBUG) $(SWIFT) test -c release --skip-build --filter ProcessTests

published: ## All published results are still what this version computes
	@$(MAKE) --no-print-directory guard GUARDED="$(PUBLISHED)" CHECKED="$(GUARDED)"
	@for name in $(SENSITIVITY); do \
	  $(ANALYZE) && cmp {$(ANALYZED),$(RESULTS)}/$$name/sensitivity.csv || exit 1; \
	done

# The sanitizers slow everything down, so the readers are built apart (Fuzz/Package.swift).
fuzz: build ## Give readers and binary inputs that nobody has thought of (FUZZ_READERS, FUZZ_RUNS, FUZZ_SEED)
	$(SWIFT) build -c release --package-path Fuzz --scratch-path .build/fuzz --sanitize fuzzer \
	  --sanitize address --product fuzzer
	PYTHONDONTWRITEBYTECODE=1 $(PYTHON) Fuzz/fuzz.py --tool $(RELEASE) --fuzzer .build/fuzz/release/fuzzer \
	  --readers $(FUZZ_READERS) --runs $(FUZZ_RUNS) --seed $(FUZZ_SEED)

fuzz-some: ## A tenth of them, others each day
	@$(MAKE) --no-print-directory fuzz FUZZ_READERS=100000 FUZZ_RUNS=1000 FUZZ_SEED=$$(date +%Y%m%d)

# Where `make install` puts things, below DESTDIR.
PREFIX ?= /usr/local
VERSION = $(shell sed -n 's/.*static let tool = "\(.*\)"/\1/p' Sources/Experiments/Results/Version.swift)
# With Swift's libraries in it, so that users need no Swift; those of macOS are part of the system.
ifeq ($(shell uname),Darwin)
STATIC = $(RELEASE)
else
STATIC = .build/static/release/deliverysim
endif
DEB = .build/deb/deliverysim_$(VERSION)_$(shell dpkg --print-architecture 2>/dev/null).deb
.PHONY: static man install uninstall deb deb-test formula
ifeq ($(STATIC),$(RELEASE))
static: build
else
static: deps
	$(SWIFT) build $(BUILD_FLAGS) -c release --product deliverysim --static-swift-stdlib --scratch-path .build/static
endif

man: deps ## The manual pages, into .build/man
	@rm -rf .build/man; mkdir -p .build/man
	$(SWIFT) package $(BUILD_FLAGS) --allow-writing-to-directory .build/man generate-manual --multi-page --output-directory .build/man

install: static man ## Install under PREFIX (/usr/local): the tool, manual pages, completions, report
	@packaging/install.sh $(STATIC) $(PREFIX) $(DESTDIR)

uninstall: ## Remove what was installed under PREFIX
	@packaging/uninstall.sh $(PREFIX) $(DESTDIR)

deb: static man ## A Debian package, into .build/deb
	@packaging/deb.sh $(STATIC) $(VERSION) $(DEB)

deb-test: deb wheel ## Install the packages in a clean Debian, use them, remove them (as root; installs debootstrap)
	@command -v debootstrap >/dev/null || apt-get install -y -qq debootstrap >/dev/null
	$(PIP) download --dest .build/wheel/all --requirement python/requirements.txt
	cp .build/wheel/*.whl .build/wheel/all
	@packaging/test_deb.sh $(DEB) .build/wheel/all

formula: ## The Homebrew formula of the last commit with its sources, into .build/homebrew
	@packaging/homebrew/make_formula.sh $(VERSION) .build/homebrew

report: build report-env ## One HTML page and pictures of results (DIR=runs/mail-queue)
	@test "$(DIR)" != runs/mail-queue -o -e $(DIR)/manifest.json || $(MAKE) --no-print-directory run
	$(RELEASE) report $(DIR)

# The package itself is installed as a link to its sources.
PIP = $(DRAW) -m pip --disable-pip-version-check --quiet
report-env: python/.venv/made ## Python with what draws the report and runs the notebooks
python/.venv/made: python/requirements.txt python/pyproject.toml
	rm -rf python/.venv
	$(PYTHON) -m venv python/.venv
	$(PIP) install --no-compile -r python/requirements.txt
	$(PIP) install --no-deps --no-build-isolation --editable python
	@touch $@

# Tests that run the tool are skipped where it is not built.
python-test: report-env ## The Python package: types, run, read; every shipped experiment's report
	cd python && .venv/bin/python -m mypy --cache-dir ../.build/mypy
	cd python && .venv/bin/python -m pytest -q

report-test: python-test # Its earlier name

python-mutants: report-env ## Break the Python package in one place at a time and see its test fail (3 minutes)
	@$(PYTHON) Tests/python_mutants.py

# As those build it who take the sources from a registry: without the checkout around them.
wheel: report-env ## The Python package as an sdist, and from that as a wheel, which draws a report (.build/wheel)
	rm -rf .build/wheel
	cd python && .venv/bin/python -m hatchling build -t sdist -d ../.build/wheel/sdist
	$(PIP) wheel --no-deps --no-build-isolation --no-index --wheel-dir .build/wheel .build/wheel/sdist/*.tar.gz
	$(PIP) install --no-deps --no-compile --target .build/wheel/installed .build/wheel/*.whl
	cd .build/wheel && PYTHONPATH=installed $(CURDIR)/$(DRAW) -m deliverysim.report --quiet \
	  --out report $(CURDIR)/$(RESULTS)/bursts

selection: build report-env ## best with Kim and Nelson's procedure decides as sim-tools does
	python/.venv/bin/pip install --quiet --requirement python/requirements-nightly.txt
	cd python && .venv/bin/python -m unittest tests.selection

notebooks: report-env ## Execute the notebooks over the published results; their outputs are still the same
	$(DRAW) notebooks/execute.py notebooks/*.ipynb

notebooks-record: report-env ## Keep the notebooks' new outputs
	$(DRAW) notebooks/execute.py --record notebooks/*.ipynb

gallery: report-env ## Draw the pictures of experiments/README.md again
	$(DRAW) -m deliverysim.report.gallery $(RESULTS) --out $(EXPERIMENTS)/gallery

browser: build report-env chromium ## Use reports and explore in a real browser, at two widths
	python/.venv/bin/pip install --quiet --no-deps --requirement python/requirements-browser.txt
	@for name in mail-queue before-after trap; do \
	  $(RELEASE) report $(RESULTS)/$$name --out .build/report/$$name --quiet || exit 1; done
	$(DRAW) python/tests/browser.py .build/report/*/report.html --screenshots .build/report/screenshots
	$(DRAW) python/tests/report_browser.py $(RESULTS) .build/report/trap/report.html \
	  --screenshots .build/report/screenshots
	$(DRAW) python/tests/explore_browser.py $(RELEASE) $(EXPERIMENTS)/mail-queue/scenario.yml \
	  --screenshots .build/report/screenshots

.PHONY: chromium
chromium:
	@if ! command -v chromium >/dev/null && command -v apt-get >/dev/null; then \
	  echo 'installing chromium'; if [ "$$(id -u)" = 0 ]; then run=; else run=sudo; fi; \
	  $$run apt-get update -qq && $$run apt-get install -y -qq chromium >/dev/null; fi

# Starts nothing and removes nothing.
.PHONY: brokers-installed brokers-env
brokers-installed:
	@brokers/install.sh

BROKERS_PYTHON = .venv/bin/python
brokers-env: brokers/.venv/made
brokers/.venv/made: brokers/requirements.txt
	rm -rf brokers/.venv
	$(PYTHON) -m venv brokers/.venv
	brokers/$(BROKERS_PYTHON) -m pip install --quiet --disable-pip-version-check --no-compile -r $<
	@touch $@

# WORLDS random worlds of 2,000 messages; without it four small ones, to all stores. More: brokers/README.md.
test-brokers: build brokers-installed brokers-env ## The same messages lost by real brokers: mosquitto, NATS, RabbitMQ (5 minutes; WORLDS=20: 12)
	cd brokers && $(BROKERS_PYTHON) -m mypy --cache-dir ../.build/mypy-brokers
	cd brokers && $(BROKERS_PYTHON) -m unittest discover -s tests -t .
	cd brokers && $(BROKERS_PYTHON) -m player --tool ../$(RELEASE) $(if $(WORLDS),--worlds $(WORLDS))

test-brokers-all: # The nightly variant
	@$(MAKE) --no-print-directory test-brokers WORLDS=20

cluster-env: $(CLUSTER)/made ## Python with Snakemake and Dask, for experiments/cluster
$(CLUSTER)/made: experiments/cluster/requirements.txt
	rm -rf $(CLUSTER)
	$(PYTHON) -m venv $(CLUSTER)
	$(CLUSTER)/bin/pip install --quiet --disable-pip-version-check -r $<
	@touch $@

test-cluster: build slurm cluster-env ## Shards over a real Slurm, Snakemake and Dask on this machine, some of them killed (4 minutes)
	@(experiments/cluster/test_slurm.sh $(RELEASE) $(CLUSTER)/bin/snakemake && \
	  $(CLUSTER)/bin/python experiments/cluster/test_snakemake.py $(RELEASE) && \
	  $(CLUSTER)/bin/python experiments/cluster/test_dask.py $(RELEASE)) \
	  2>&1 | tee .build/cluster.log; exit $${PIPESTATUS[0]}

.PHONY: slurm
slurm:
	@if ! command -v slurmctld >/dev/null && command -v apt-get >/dev/null; then \
	  echo 'installing Slurm and Munge'; if [ "$$(id -u)" = 0 ]; then run=; else run=sudo; fi; \
	  $$run apt-get update -qq && $$run apt-get install -y -qq --no-install-recommends \
	  munge slurmctld slurmd slurm-client rsync >/dev/null; fi

bench: static ## Speed and memory of the installed tool with their targets, against hand-written C and SimPy
	$(PYTHON) Benchmarks/bench.py --tool $(STATIC) $(if $(QUICK),--quick)

bench-kernel: deps ## Micro-benchmarks of the kernel
	$(SWIFT) package --package-path Benchmarks benchmark

instructions: build valgrind ## Instructions per notification, against the recorded ones (RECORD=1)
	$(PYTHON) Benchmarks/instructions.py --tool $(RELEASE) $(if $(RECORD),--record)

instructions-few: build valgrind # The broadest case alone
	$(PYTHON) Benchmarks/instructions.py --tool $(RELEASE) --few

experiments: build report-env ## Run the published experiments again, into results and READMEs
	@for name in $(PUBLISHED); do \
	  inputs=$(EXPERIMENTS)/$$name/scenario.inputs.json; \
	  $(RELEASE) run $(EXPERIMENTS)/$$name/scenario.yml --out $(RESULTS)/$$name --force --discard-units \
	    $$(test ! -f $$inputs || echo --inputs $$inputs) || exit 1; \
	done
	@for name in $(SENSITIVITY); do \
	  $(ANALYZE) && mkdir -p $(RESULTS)/$$name && \
	  cp $(ANALYZED)/$$name/sensitivity.csv $(RESULTS)/$$name || exit 1; \
	done
	cd python && .venv/bin/python -m tests.report.update_readmes

reference: build ## The schema of scenarios and the page of their keys, into docs
	$(RELEASE) schema > docs/scenario.schema.json
	$(RELEASE) schema --format markdown > docs/reference.md

enron: build ## The main experiment on real e-mails (needs ../shared/data)
	$(RELEASE) run experiments/mail-queue/enron.yml --allow-outside --out runs/mail-queue-enron --force

format: ## Format the sources
	$(SWIFT) format -i --parallel --recursive Package.swift Snippets Sources Tests \
	  $(addprefix Benchmarks/,Package.swift Hold HoldModel Kernel) $(addprefix Fuzz/,Package.swift Fuzzer)

clean: ## Remove everything that was built
	rm -rf .build Benchmarks/.build Benchmarks/.venv python/.venv brokers/.venv
