# These targets install what the machine needs.

APT = $(if $(filter 0,$(shell id -u)),,sudo) apt-get -qq

install-gsl:
	@echo 'installing the GNU Scientific Library and pkg-config'
	@if command -v apt-get >/dev/null; then \
	  $(APT) update && $(APT) install -y libgsl-dev pkg-config >/dev/null; \
	elif command -v brew >/dev/null; then brew install gsl pkg-config; \
	else echo 'error: install the GNU Scientific Library (libgsl-dev) and pkg-config'; exit 1; fi

# $(call installed,program,packages)
installed = if ! command -v $(1) >/dev/null && command -v apt-get >/dev/null; then \
  echo 'installing $(1)'; $(APT) update && $(APT) install -y $(2) >/dev/null; fi

# Where it cannot be installed, what needs it is skipped.
valgrind:
	@$(call installed,valgrind,valgrind binutils) || echo 'valgrind could not be installed'

chromium:
	@$(call installed,chromium,chromium)

slurm:
	@$(call installed,slurmctld,--no-install-recommends munge slurmctld slurmd slurm-client rsync)
