# The published experiments: their results, and what is written of them.

EXPERIMENTS = experiments
# Their results lie here (results/README.md).
RESULTS = results
# Those that `make test` runs again in part; `make nightly` does so with all.
CHECKED = mail-queue bursts services
GUARDED = $(CHECKED) provider-hop strategies trap tail digest as-printed repeat-limit
PUBLISHED = $(patsubst $(RESULTS)/%/manifest.json,%,$(wildcard $(RESULTS)/*/manifest.json))
# `sensitivity` says of these what matters. The points take much room: results have no design.csv.
SENSITIVITY = $(patsubst $(RESULTS)/%/sensitivity.csv,%,$(wildcard $(RESULTS)/*/sensitivity.csv))
ANALYZED = .build/sensitivity
ANALYZE = $(RELEASE) sensitivity $(EXPERIMENTS)/$$name/scenario.yml --method sobol --points 512 \
  --metric $$(test $$name = who-stays && echo reachable_share_at_end || echo deliverability) \
  --out $(ANALYZED)/$$name --force --quiet

# Large tables are packed in the repository: 9 MB instead of 21.
PACKED = $(wildcard $(RESULTS)/*/*.csv.gz)
unpacked: $(PACKED:.gz=) # The published tables, as the tool wrote them
$(RESULTS)/%.csv: $(RESULTS)/%.csv.gz
	@gunzip -c $< > $@.$$$$.part && mv -f $@.$$$$.part $@

packed: # After the experiments ran again: large tables, and those that were packed
	@for file in $(RESULTS)/*/latency.csv $(RESULTS)/*/replications.csv; do \
	  if [ -f $$file.gz ] || [ $$(wc -c < $$file) -gt 150000 ]; then \
	    gunzip -c $$file.gz 2>/dev/null | cmp -s - $$file || gzip -n -9 -c $$file > $$file.gz; \
	    git rm -q --cached --ignore-unmatch $$file; \
	  else git add -f $$file; fi; done

# Few replications suffice: their rows are a prefix of the published ones. For expectations they may be too few (3).
guard: build unpacked ## The published results are still what this version computes
	@for name in $(GUARDED); do \
	  $(RELEASE) verify $(RESULTS)/$$name --replications 2 --progress none || exit 1; done
	@for name in $(CHECKED); do \
	  now=.build/guard/$$name; \
	  { $(RELEASE) run $(EXPERIMENTS)/$$name/scenario.yml --replications 3 --out $$now --force --quiet || [ $$? = 3 ]; } && \
	  $(RELEASE) check $$now --baseline $(RESULTS)/$$name --junit $$now.xml || exit 1; \
	done

published: ## All published results are still what this version computes
	@$(MAKE) --no-print-directory guard GUARDED="$(PUBLISHED)" CHECKED="$(GUARDED)"
	@for name in $(SENSITIVITY); do \
	  $(ANALYZE) && for file in sensitivity.csv answer.json; do \
	    cmp {$(ANALYZED),$(RESULTS)}/$$name/$$file || exit 1; done || exit 1; \
	done

experiments: build report-env ## Run the published experiments again, into results and READMEs
	@for name in $(PUBLISHED); do \
	  inputs=$(EXPERIMENTS)/$$name/scenario.inputs.json; \
	  $(RELEASE) run $(EXPERIMENTS)/$$name/scenario.yml --out $(RESULTS)/$$name --force --discard-units \
	    $$(test ! -f $$inputs || echo --inputs $$inputs) || exit 1; \
	done
	@for name in $(SENSITIVITY); do \
	  $(ANALYZE) && mkdir -p $(RESULTS)/$$name && \
	  cp $(ANALYZED)/$$name/{sensitivity.csv,answer.json} $(RESULTS)/$$name || exit 1; \
	done
	@$(MAKE) --no-print-directory packed
	cd python && .venv/bin/python -m tests.report.update_readmes

enron: build ## The main experiment on real e-mails, where that data set is
	$(RELEASE) run experiments/mail-queue/enron.yml --allow-outside --out runs/mail-queue-enron --force
