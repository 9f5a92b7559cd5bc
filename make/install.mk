# What the machine needs.

APT = $(if $(filter 0,$(shell id -u)),,sudo) apt-get -qq

install-gsl:
	@echo 'installing the GNU Scientific Library and pkg-config'
	@if command -v apt-get >/dev/null; then \
	  $(APT) update && $(APT) install -y libgsl-dev pkg-config >/dev/null; \
	elif command -v brew >/dev/null; then brew install gsl pkg-config; \
	else echo 'error: install the GNU Scientific Library (libgsl-dev) and pkg-config'; exit 1; fi

# $(call optional,program,packages): where it cannot be installed, what needs it is skipped.
optional = @if ! command -v $(1) >/dev/null && command -v apt-get >/dev/null; then \
  echo 'installing $(1)'; \
  $(APT) update && $(APT) install -y --no-install-recommends $(2) >/dev/null || \
  echo '$(1) could not be installed'; fi

valgrind:
	$(call optional,valgrind,valgrind binutils)

chromium:
	$(call optional,chromium,chromium)

slurm:
	$(call optional,slurmctld,munge slurmctld slurmd slurm-client rsync)
