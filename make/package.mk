# Packages and installation.

# Where `make install` puts things, below DESTDIR.
PREFIX ?= /usr/local
VERSION = $(shell sed -n 's/.*static let tool = "\(.*\)"/\1/p' Sources/Vocabulary/Words/Version.swift)
# With Swift's libraries in it, so that users need no Swift; those of macOS are part of the system.
ifeq ($(shell uname),Darwin)
STATIC = $(RELEASE)
else
STATIC = .build/static/release/deliverysim
endif
DEB = .build/deb/deliverysim_$(VERSION)_$(shell dpkg --print-architecture 2>/dev/null).deb
ifeq ($(STATIC),$(RELEASE))
static: build
else
# Where GSL's archives are, and a description of GSL that leads there: where both lie, the linker prefers
# shared libraries.
ARCHIVES = $(CURDIR)/.build/archives
static: deps # The tool with Swift's libraries and GSL inside
	@mkdir -p $(ARCHIVES); for name in gsl gslcblas; do \
	  file=$$(pkg-config --variable=libdir gsl)/lib$$name.a; \
	  test -f $$file || { echo "error: $$file is not there: install GSL's archives"; exit 1; }; \
	  ln -sf $$file $(ARCHIVES); done; \
	printf 'Name: GSL\nDescription: archives\nVersion: %s\nCflags: %s\nLibs: -L%s -lgsl -lgslcblas -lm\n' \
	  "$$(pkg-config --modversion gsl)" "$$(pkg-config --cflags gsl)" $(ARCHIVES) > $(ARCHIVES)/gsl.pc
	PKG_CONFIG_PATH=$(ARCHIVES) $(SWIFT) build $(BUILD_FLAGS) -c release --product deliverysim --static-swift-stdlib \
	  --scratch-path .build/static
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

library: deps ## The libraries as a package of others uses them
	$(SWIFT) run -c release --package-path Tests/Library --scratch-path .build/library Embedded
	$(SWIFT) run -c release --package-path Tests/Library --scratch-path .build/library Outside
