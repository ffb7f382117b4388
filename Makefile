# Front door of the project: a plain machine with Python 3.11+ and make needs nothing else. Bare `make` lists the targets.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BIZRAG := $(BIN)/bizrag
# The environment is installed without bytecode: what is used is compiled once, at its first import. Where the machine
# forbids that, each of some hundred processes of the tests would compile docling, torch and dagster anew.
export PYTHONDONTWRITEBYTECODE :=
# More threads than cores: one that waits for others sleeps; spinning took half the time of some tests.
test test-quick: export OMP_WAIT_POLICY := PASSIVE
CHECKED := bizrag orchestration assets resources query sql tests benchmarks samples

.DEFAULT_GOAL := help
.PHONY: help setup demo test test-quick check fix golden dev clean lock

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

setup: $(VENV)/installed  ## create .venv with pinned dependencies

$(VENV)/installed: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@# the pip of Python 3.11 takes longer by half to read an index; where there is no newer one it will do
	-$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.3"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -e ".[dev]" -c constraints.txt
	touch $@

demo: setup  ## ingest samples/ and ask three questions
	@sh samples/demo.sh $(BIZRAG)

test: setup  ## run all tests
	$(BIN)/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder

test-quick: setup  ## run the tests that need no database and parse nothing big
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder -m "not slow and not database"

check: setup  ## lint, formatting, types, import contracts
	$(BIN)/ruff check $(CHECKED)
	$(BIN)/ruff format --check $(CHECKED)
	$(BIN)/pyrefly check --summary=none
	$(BIN)/lint-imports
	$(BIN)/python -m pip check

fix: setup  ## repair what ruff can repair
	$(BIN)/ruff check --fix $(CHECKED)
	$(BIN)/ruff format $(CHECKED)

golden: setup  ## record golden files again; review the diff on its own
	UPDATE_GOLDEN=1 $(BIN)/python -m pytest -q tests/pipeline/test_code_versions.py tests/store/test_schema.py tests/docs/test_sql_page.py tests/docs/test_variants_page.py

dev: setup  ## open the Dagster UI
	$(BIZRAG) dev

lock: setup  ## write constraints.txt from what is installed; review the diff
	$(BIN)/python -m pip freeze --exclude-editable | sed 's/+cpu$$//' > constraints.txt

clean:  ## remove the environment; data in BIZRAG_HOME stays
	rm -rf $(VENV)
