# `make play` sets everything up and runs the product; `make test` sets everything up and tests it.
PYTHON ?= python3
V := .venv
BIN := $(V)/bin
UV := $(BIN)/uv
export UV_PYTHON_DOWNLOADS := never
ifndef SSL_CERT_FILE
export UV_SYSTEM_CERTS := 1
endif
COMPILE := $(UV) pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate

.PHONY: help play test quick check soak mutation bench docs lock golden schemas clean

help: ## what there is
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

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

$(V)/.built: $(V)/.build pyproject.toml
	$(UV) pip install -q --python $(BIN)/python --no-deps --no-build-isolation -e .
	@touch $@

play: $(V)/.built ## set up and play in the terminal
	$(BIN)/genial play

test: check $(V)/.dev $(V)/.built ## everything: checks, all tests, the rules un-jitted, docs
	$(BIN)/genial warm
	$(BIN)/pytest -n 2
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n 2 tests/games -m "not slow"
	$(MAKE) docs

quick: $(V)/.dev $(V)/.built ## the inner loop, under two minutes
	$(BIN)/pytest -n 2 -m "not slow"

check: $(V)/.dev $(V)/.built ## ruff, formatting, types, layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

POSITIONS ?= 1000000
soak: $(V)/.dev $(V)/.built ## POSITIONS=… compared with the oracle, per game
	GENIAL_SOAK=$(POSITIONS) $(BIN)/pytest -n 2 tests/test_oracle.py

mutation: $(V)/.dev $(V)/.built ## mutants of the four rules modules
	$(BIN)/python tests/mutation.py

bench: $(V)/.dev $(V)/.built ## speed, side by side with peers; writes benchmarks/results.json
	$(BIN)/genial bench --out benchmarks/results.json

docs: $(V)/.dev $(V)/.built ## the documentation, into docs/_build
	$(BIN)/sphinx-build -q -W --keep-going -b html docs docs/_build/html

golden: $(V)/.built ## write the golden playthroughs anew
	$(BIN)/python tests/golden/write.py

schemas: $(V)/.built ## write the JSON schemas of the views anew
	$(BIN)/python docs/schemas.py

lock: $(V)/.uv ## pin the dependencies anew
	$(COMPILE) pyproject.toml -o requirements.lock
	$(COMPILE) pyproject.toml --group dev -c requirements.lock -o requirements-dev.lock
	printf 'hatchling>=1.27\neditables\n' | $(COMPILE) - -c requirements-dev.lock -o requirements-build.lock

clean: ## remove everything that was built
	rm -rf $(V) build dist docs/_build benchmarks/build .mypy_cache .ruff_cache .pytest_cache .hypothesis .peers mutants
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
