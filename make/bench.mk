# Speed.

bench: static ## Speed and memory of the installed tool with their targets, against hand-written C and SimPy
	$(PYTHON) Benchmarks/bench.py --tool $(STATIC) $(if $(QUICK),--quick)

bench-kernel: deps ## Micro-benchmarks of the kernel
	$(SWIFT) package --package-path Benchmarks benchmark

instructions: build valgrind ## Instructions per notification, against the recorded ones (RECORD=1)
	$(PYTHON) Benchmarks/instructions.py --tool $(RELEASE) $(if $(RECORD),--record)

instructions-few: build valgrind # The broadest case alone
	$(PYTHON) Benchmarks/instructions.py --tool $(RELEASE) --few
