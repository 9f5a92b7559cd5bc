# The parts of a release, and the workflows that make it (packaging/README.md).

DIST = .build/dist
ARCHIVE = deliverysim-$(VERSION)-$(shell uname -s | tr A-Z a-z)-$(shell uname -m)
# Where GitHub's runner was started by a tag.
RELEASE_TAG ?= $(GITHUB_REF_NAME)
# Where the container's base images come from: docker.io, or `debootstrap` where no registry can be reached.
BASES ?= docker.io

archive: static man ## What `make install` lays, as an archive, into .build/archive
	@packaging/archive.sh $(STATIC) $(ARCHIVE) .build/archive

dist: # What `make wheel`, `make deb` and `make archive` have made, into .build/dist
	@packaging/dist.sh $(DIST)

release: ## Publish .build/dist with the sources and checksums (RELEASE_TAG=vN.N.N; needs GitHub's gh)
	@packaging/release.sh "$(RELEASE_TAG)" $(VERSION) $(DIST)

pypi: report-env ## Upload the wheels and the sdist of a release to PyPI (gh; twine asks for a token, or takes TWINE_PASSWORD)
	rm -rf $(DIST) && gh release download v$(VERSION) --dir $(DIST)
	cd $(DIST) && sha256sum --check SHA256SUMS
	$(PIP) install --requirement python/requirements-wheel.txt
	$(DRAW) -m twine check --strict $(DIST)/*.whl $(DIST)/deliverysim-$(VERSION).tar.gz
	TWINE_USERNAME=__token__ $(DRAW) -m twine upload $(DIST)/*.whl $(DIST)/deliverysim-$(VERSION).tar.gz

container: # An image with the tool alone, by podman, buildah or docker
	@packaging/container.sh build $(BASES)

container-test: ## Build the image with the tool, and follow the first steps in it (BASES=debootstrap without docker.io)
	@packaging/container.sh test $(BASES)

formula-test: formula ## Install by the Homebrew formula, and test it; without Homebrew its steps alone (needs ruby)
	@packaging/homebrew/test_formula.sh .build/homebrew/deliverysim.rb

workflows-test: report-env ## The steps of the workflows for Linux, each job in a clean Debian (JOB=linux/test; as root)
	@$(DRAW) packaging/dry_run.py $(if $(JOB),--job $(JOB))
