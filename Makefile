# The two commands: `make verify` and `make test`. Each sets itself up in .venv.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
PYTEST_ARGS ?=

.PHONY: verify test smoke lint kernel book book-check readme kills certificates benchmark clean

verify: .venv/.base          ## prove or refute every claim (light dependencies)
	$(BIN)/phasebound verify

test: .venv/.dev             ## the whole test suite
	$(BIN)/python -m pytest -n 2 --dist loadscope $(PYTEST_ARGS)

smoke: .venv/.dev            ## every table trained for a few steps (needs PHASEBOUND_DATA)
	$(BIN)/phasebound data fetch free-spoken-digits
	$(BIN)/phasebound reproduce all --budget smoke --out build/smoke

lint: .venv/.dev             ## ruff and mypy --strict
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

certificates: .venv/.base    ## write the committed certificates anew
	$(BIN)/phasebound verify --certificates proofs/certificates

kills: .venv/.base           ## compute the kill matrix anew
	$(BIN)/python -m phasebound.proofs.kill_matrix

kernel: .venv/.base          ## build the Coq theories from scratch and audit them
	$(BIN)/python -m phasebound.proofs.kernel.driver

book: .venv/.book            ## build the book into book/_build/html (needs node and npm, for MathJax)
	book/vendor.sh
	$(BIN)/jupyter-book build --all -W --keep-going book

book-check: .venv/.book      ## open every page of the built book in Chromium; run a notebook in an empty folder
	node --test book/check.test.mjs
	node book/check.mjs book/_build/html
	$(BIN)/python book/check_notebooks.py book/_build/html/notebooks

readme: .venv/.base          ## the table of verdicts and the picture in README.md
	$(BIN)/python -m phasebound.readme

benchmark: .venv/.dev        ## print timings beside the peers
	$(BIN)/python benchmarks/ledger.py

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "phasebound needs Python 3.11 or newer: make PYTHON=python3.12 ..." >&2; exit 2; }
	$(PYTHON) -m venv .venv

.venv/.base: pyproject.toml constraints.txt | .venv/bin/python
	$(PIP) -e .
	@touch $@

.venv/.dev: pyproject.toml constraints.txt | .venv/bin/python
	$(PIP) -e '.[dev,torch]'
	@touch $@ .venv/.base

.venv/.book: pyproject.toml constraints.txt | .venv/bin/python
	$(PIP) -e '.[book]'
	@touch $@ .venv/.base

clean:
	rm -rf book/_build book/_vendor book/node_modules .venv build dist *.egg-info src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
