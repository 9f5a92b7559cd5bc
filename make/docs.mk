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

reference: build ## The schema of scenarios and the page of their keys, into docs; vocabulary and functions, into python
	$(RELEASE) schema > docs/scenario.schema.json
	$(RELEASE) schema --format markdown > docs/reference/reference.md
	$(RELEASE) vocabulary > python/deliverysim/vocabulary.json
	$(RELEASE) --experimental-dump-help | $(PYTHON) python/generate.py > python/deliverysim/commands.py
