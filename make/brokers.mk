# Real brokers, and real clusters.

# Python with Snakemake and Dask. In .build: what tidies the experiments looks at all that lies among them.
CLUSTER = .build/cluster-env

# Starts nothing and removes nothing.
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

# The environment has the wheel, as on a cluster: no node needs a checkout.
test-cluster: slurm cluster-env wheel ## Shards over a real Slurm, Snakemake and Dask on this machine, some of them killed (4 minutes)
	$(CLUSTER)/bin/pip install --quiet --disable-pip-version-check --no-deps --force-reinstall .build/wheel/*.whl
	@(experiments/cluster/test_slurm.sh $(CLUSTER)/bin/deliverysim $(CLUSTER)/bin/snakemake && \
	  $(CLUSTER)/bin/python experiments/cluster/test_snakemake.py $(CLUSTER)/bin/deliverysim && \
	  $(CLUSTER)/bin/python experiments/cluster/test_dask.py $(CLUSTER)/bin/deliverysim) \
	  2>&1 | tee .build/cluster.log; exit $${PIPESTATUS[0]}

killed-workers: build ## 10,000 design points on 8 workers that are killed at random: the bytes of one process
	$(PYTHON) experiments/cluster/killed_workers.py $(RELEASE)
