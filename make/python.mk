# The Python package: environment, tests, reports, notebooks.

# The environment that draws: Python with matplotlib, apart from the system's.
DRAW = python/.venv/bin/python
# `make report` reports on this.
DIR ?= runs/mail-queue

report: build report-env ## One HTML page and pictures of results (DIR=runs/mail-queue)
	@test "$(DIR)" != runs/mail-queue -o -e $(DIR)/manifest.json || $(MAKE) --no-print-directory run
	$(RELEASE) report $(DIR)

# The package itself is installed as a link to its sources, but for its version.
PIP = $(DRAW) -m pip --disable-pip-version-check --quiet
report-env: python/.venv/linked unpacked ## Python with what draws the report and runs the notebooks
python/.venv/made: python/requirements.txt
	rm -rf python/.venv
	$(PYTHON) -m venv python/.venv
	$(PIP) install --no-compile -r python/requirements.txt
	@touch $@
python/.venv/linked: python/.venv/made python/pyproject.toml python/hatch_build.py Sources/Vocabulary/Words/Version.swift
	$(PIP) install --no-deps --no-build-isolation --editable python
	@touch $@

# Tests that run the tool are skipped where it is not built.
python-test: build report-env ## The Python package: types, run, read; every shipped experiment's report
	cd python && .venv/bin/python -m mypy --cache-dir ../.build/mypy
	cd python && .venv/bin/python -m pytest -q

report-test: python-test # Its earlier name

python-mutants: report-env ## Break the Python package in one place at a time and see its test fail (3 minutes)
	@$(PYTHON) Tests/python_mutants.py

# Its tag says how old a system may be; a library that is no part of such systems is taken along.
ifeq ($(shell uname),Darwin)
REPAIR = python/.venv/bin/delocate-wheel --wheel-dir .build/wheel
else
REPAIR = python/.venv/bin/auditwheel repair --plat auto --wheel-dir .build/wheel
endif

# The build is that of people who take the sources from a registry: without the checkout around them. On each kind of machine the
# same: there is a wheel for each.
wheel: static report-env ## The Python package with the tool in it: sdist and wheel (.build/wheel)
	rm -rf .build/wheel; mkdir -p .build/wheel
	$(PIP) install --requirement python/requirements-wheel.txt
	cp $(STATIC) .build/wheel/deliverysim
	[ $$(uname) = Darwin ] || strip .build/wheel/deliverysim
	cd python && .venv/bin/python -m hatchling build -t sdist -d ../.build/wheel/sdist
	DELIVERYSIM_TOOL=$(CURDIR)/.build/wheel/deliverysim $(PIP) wheel --no-deps --no-build-isolation --no-index \
	  --wheel-dir .build/wheel/built .build/wheel/sdist/*.tar.gz
	PATH=$(CURDIR)/python/.venv/bin:$$PATH $(REPAIR) .build/wheel/built/*.whl
	rm .build/wheel/deliverysim

wheel-test: wheel ## Install the wheel where there is no Swift, and use all of it
	$(PIP) download --only-binary :all: --constraint python/requirements.txt --dest .build/wheel/needed .build/wheel/*.whl
	@$(PYTHON) packaging/test_wheel.py .build/wheel/needed $(VERSION)

selection: build report-env ## best with Kim and Nelson's procedure decides as sim-tools does
	python/.venv/bin/pip install --quiet --requirement python/requirements-nightly.txt
	cd python && .venv/bin/python -m unittest tests.selection

# The tool of the checkout, for Python.
WITH_TOOL = DELIVERYSIM=$(CURDIR)/$(RELEASE)
notebooks: build report-env ## Execute the notebooks; their outputs are still the same
	$(WITH_TOOL) $(DRAW) notebooks/execute.py notebooks/*.ipynb

notebooks-record: build report-env ## Keep the notebooks' new outputs
	$(WITH_TOOL) $(DRAW) notebooks/execute.py --record notebooks/*.ipynb

# Apart from the other environment, whose versions stay as they are.
MARIMO = $(CURDIR)/.build/marimo
marimo: build report-env ## Turn the notebooks into marimo's, and run these (.build/marimo)
	@mkdir -p $(MARIMO)
	test -x $(MARIMO)/env/bin/marimo || $(DRAW) -m venv --system-site-packages $(MARIMO)/env
	$(MARIMO)/env/bin/pip install --quiet --requirement python/requirements-marimo.txt
	printf '%s\n' $(CURDIR)/python $$($(CURDIR)/$(DRAW) -c 'import site; print(site.getsitepackages()[0])') \
	  > $$($(MARIMO)/env/bin/python -c 'import site; print(site.getsitepackages()[0])')/package.pth
	cd notebooks && for name in *.ipynb; do \
	  $(MARIMO)/env/bin/marimo convert $$name -o $(MARIMO)/$${name%.ipynb}.py && \
	  $(WITH_TOOL) $(MARIMO)/env/bin/marimo export html $(MARIMO)/$${name%.ipynb}.py -o $(MARIMO)/$${name%.ipynb}.html --force || exit 1; done

gallery: report-env ## Draw the pictures of experiments/README.md again
	$(DRAW) -m deliverysim.report.gallery $(RESULTS) --out $(EXPERIMENTS)/gallery

browser: build report-env chromium ## Use reports and explore in a real browser, at two widths
	python/.venv/bin/pip install --quiet --no-deps --requirement python/requirements-browser.txt
	@for name in mail-queue before-after trap; do \
	  $(RELEASE) report $(RESULTS)/$$name --out .build/report/$$name --quiet || exit 1; done
	$(DRAW) python/tests/browser.py .build/report/*/report.html --screenshots .build/report/screenshots
	$(DRAW) python/tests/report_browser.py $(RESULTS) .build/report/trap/report.html \
	  --screenshots .build/report/screenshots
	$(DRAW) python/tests/story_browser.py $(RELEASE) $(EXPERIMENTS)/mail-queue/scenario.yml \
	  --screenshots .build/report/screenshots
	$(DRAW) python/tests/explore_browser.py $(RELEASE) $(EXPERIMENTS)/mail-queue/scenario.yml \
	  --screenshots .build/report/screenshots
