# Checks that are too long for `make test`, and tables of what tests show.

# How many inputs `make fuzz` tries, and which.
FUZZ_READERS ?= 1000000
FUZZ_RUNS ?= 20000
FUZZ_SEED ?= 1
# How many logs `make mechanisms` makes of each.
MECHANISM_LOGS ?= 1

oracles: deps ## Print the table of simulated against exact answers
	$(SWIFT) test -c release --filter OracleTests

rules: ## Print the table rule -> test
	@$(PYTHON) Tests/rules.py

mutants: deps ## Switch off each rule, falsify numbers, and see their tests fail
	$(PYTHON) Tests/mutants.py --all

mutants-changed: deps # Those that changed since they were killed; the rest of its time is for the last one to end
	$(PYTHON) Tests/mutants.py --changed --minutes 24

mechanisms: build ## Logs of fourteen mechanisms whose losses are known, through `fit` and `start` (MECHANISM_LOGS of each)
	$(PYTHON) Tests/mechanisms/check.py --tool $(RELEASE) --seeds $(MECHANISM_LOGS)

# A check after each event looks at all that is stored: without the tests that bound times.
invariants: deps ## Tests with the invariants of queue, pools, buffers and stations checked
	$(SWIFT) test -c release --scratch-path .build/invariants -Xswiftc -DCHECK_INVARIANTS \
	  --filter 'DeliverySimTests|FeatureTests|PropertyTests' --skip ComplexityTests --skip FuzzCorpusTests

# Part=minutes, three hours at most. A part that fails or takes longer does not keep the others from running.
nightly: deps valgrind ## What takes longer than `make test` may (under 3 hours)
	@$(PYTHON) Tests/run.py --log .build/nightly.log test=12 mutants-changed=27 coverage=22 properties=20 \
	  debug=5 instructions=3 invariants=8 library=4 published=4 site=5 python-test=9 python-mutants=6 wheel-test=7 deb-test=5 notebooks=2 selection=3 browser=6 fuzz-some=12 \
	  test-brokers-all=14 killed-workers=6

# For building the tests as well: Package.swift names CoverageTests only then.
oracles coverage properties: export DELIVERYSIM_NIGHTLY = 1

NIGHTLY = DELIVERYSIM_RELEASE=$(CURDIR)/$(RELEASE) $(SWIFT) test -c release --skip-build
calibrated: build ## How often intervals of `calibrate` hold the truth, in logs of six mechanisms
	DELIVERYSIM_RELEASE=$(CURDIR)/$(RELEASE) $(PYTHON) Tests/truth/calibrated.py

calibrated-apns: build ## The same of exports of Apple's console: capacity, absences, phones that never come back
	DELIVERYSIM_RELEASE=$(CURDIR)/$(RELEASE) $(PYTHON) Tests/truth/apns_calibrated.py

# On other machines than Linux on x86_64 results are the same numbers, not the same bytes.
portable: build-tests unpacked ## Tests that compare numbers, and some published results, on any kind of machine
	DELIVERYSIM_RELEASE=$(CURDIR)/$(RELEASE) $(SWIFT) test -c release --skip-build \
	  --filter 'StatisticsTests|FeatureTests|OracleTests|PropertyTests'
	@for name in $(CHECKED); do $(RELEASE) verify $(RESULTS)/$$name --replications 2 --progress none || exit 1; done

coverage: build-tests ## How often intervals contain the truth, 2,000 repetitions of each case
	$(NIGHTLY) --filter CoverageTests

properties: build-tests ## Many more random worlds; all exact answers; what `make test` does in part
	$(NIGHTLY) --filter 'PropertyTests|OracleTests|StatisticsTests|DeterminismTests|InterruptionTests|StarvationTests|DocumentationTests'

debug: build-tests ## The debug build writes the bytes of the release build
	$(SWIFT) build -c debug --product deliverysim
	DELIVERYSIM_DEBUG=$(CURDIR)/$(DEBUG) $(SWIFT) test -c release --skip-build --filter ProcessTests

# The sanitizers slow everything down, so the readers are built apart (Fuzz/Package.swift).
fuzz: build ## Give readers and binary inputs that nobody has thought of (FUZZ_READERS, FUZZ_RUNS, FUZZ_SEED)
	$(SWIFT) build -c release --package-path Fuzz --scratch-path .build/fuzz --sanitize fuzzer \
	  --sanitize address --product fuzzer
	PYTHONDONTWRITEBYTECODE=1 $(PYTHON) Fuzz/fuzz.py --tool $(RELEASE) --fuzzer .build/fuzz/release/fuzzer \
	  --readers $(FUZZ_READERS) --runs $(FUZZ_RUNS) --seed $(FUZZ_SEED)

fuzz-some: ## A tenth of them, others each day
	@$(MAKE) --no-print-directory fuzz FUZZ_READERS=100000 FUZZ_RUNS=1000 FUZZ_SEED=$$(date +%Y%m%d)
