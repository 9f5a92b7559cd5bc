# Pages that the build writes.

# Symbol graphs come out of the modules of the release build; DocC is part of the Swift toolchain.
# Libraries that others use show what is public, the other rooms what is for each other.
ROOMS = DeliverySim.public Models.public Experiments.public $(filter-out DeliverySim Models Experiments C%,$(notdir $(wildcard Sources/*)))
TARGET = $(shell $(SWIFT) -print-target-info | sed -n 's/.*"triple": "\(.*\)",/\1/p' | head -1)
docs: deps ## The libraries' documentation into .build/docs; a broken link is an error (DocC)
	$(SWIFT) build -c release $(ARROWS)
	@rm -rf .build/docs; \
	for room in $(ROOMS); do \
	  name=$${room%.*}; graph=.build/docs/graphs/$$name; mkdir -p $$graph; \
	  case $$room in *.public) level=public; page=$$(ls -d Sources/$$name/$$name.docc 2>/dev/null);; \
	    *) level=package; page=;; esac; \
	  swift-symbolgraph-extract -module-name $$name -target $(TARGET) \
	    -I .build/release/Modules -I Sources/CGSL -I Sources/CZlib -I Sources/CVariates/include $(GSL_FLAGS) -I Sources/CCommit/include -I .build/checkouts/Yams/Sources/CYaml/include \
	    -minimum-access-level $$level -skip-synthesized-members -skip-inherited-docs \
	    -output-dir $$graph && \
	  docc convert $$page --additional-symbol-graph-dir $$graph --warnings-as-errors \
	    --fallback-display-name $$name --fallback-bundle-identifier deliverysim.$$name \
	    --output-path .build/docs/$$name.doccarchive || exit 1; \
	done

# The path of the site at its server, such as /deliverysim: only the pages of DocC need it.
SITE_PATH ?=
SITE = .build/site
SITE_ENV = .build/site-env
$(SITE_ENV)/made: python/requirements-site.txt
	rm -rf $(SITE_ENV)
	$(PYTHON) -m venv $(SITE_ENV)
	$(SITE_ENV)/bin/python -m pip --disable-pip-version-check --quiet install --no-compile -r $<
	@touch $@

# The theme announces its end at each build (decision 0019).
site: docs $(SITE_ENV)/made ## All pages as a website, with the libraries' documentation (.build/site); no dead links
	$(PYTHON) packaging/site/stage.py .build/site-pages $(ROOMS)
	NO_MKDOCS_2_WARNING=1 $(SITE_ENV)/bin/mkdocs build --quiet -f .build/site-pages/mkdocs.yml -d $(CURDIR)/$(SITE)
	@mkdir -p $(SITE)/api; \
	for name in $(basename $(ROOMS)); do \
	  docc process-archive transform-for-static-hosting .build/docs/$$name.doccarchive \
	    --output-path $(SITE)/api/$$name --hosting-base-path $(SITE_PATH)/api/$$name || exit 1; \
	done
	$(PYTHON) packaging/site/check_site.py $(SITE) --apart api

reference: build ## The schema of scenarios and the page of their keys, into docs; vocabulary and functions, into python
	$(RELEASE) schema > docs/scenario.schema.json
	$(RELEASE) schema --format markdown > docs/reference/reference.md
	$(RELEASE) vocabulary > python/deliverysim/vocabulary.json
	$(RELEASE) --experimental-dump-help | $(PYTHON) python/generate.py > python/deliverysim/commands.py
