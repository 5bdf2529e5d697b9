# Needs Python 3.11 or later and make; everything else goes into .venv.
#
#   make demo     train an agent on loo and measure it against the baselines (a few minutes)
#   make test     everything a change must pass: lint, types, spelling, docs, tests
#   make lint     the checks without the tests        make docs    the documentation, in site/
#   make golden   rewrite the golden playthroughs     make bench   measure the speed, beside other libraries
#   make pictures draw the games anew, in docs/pictures/
#   make integrations  run the examples for other frameworks, each in an environment of its own under .venvs/

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip install --disable-pip-version-check -c constraints.txt

.DEFAULT_GOAL := help
.PHONY: help demo test lint docs golden bench pictures integrations clean

help:
	@sed -n '/^#   make/s/^#   //p' Makefile

# An install is repeated only when pyproject.toml or constraints.txt changes.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "cardenvs needs Python 3.11 or later; name one: make PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/train.stamp: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) -e ".[train]"
	@touch $@

$(VENV)/dev.stamp: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) -e ".[dev]"
	@touch $@ $(VENV)/train.stamp

$(VENV)/bench.stamp: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) -e ".[bench]"
	@touch $@

demo: $(VENV)/train.stamp
	$(BIN)/cardenvs train ppo --config configs/ppo/demo.yaml

test: lint docs
	$(BIN)/python -m pytest -n 2 --dist loadgroup

lint: $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python tools/typecheck.py
	$(BIN)/codespell

docs: $(VENV)/dev.stamp
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

golden: $(VENV)/dev.stamp
	$(BIN)/python -m pytest tests/test_golden.py tests/games/test_skat_golden.py tests/games/test_preferans_played.py --rewrite-golden

pictures: $(VENV)/dev.stamp
	$(BIN)/python tools/pictures.py

bench: $(VENV)/bench.stamp
	$(BIN)/python benchmarks/throughput.py

# Frameworks that can't be installed beside the others: make integrations INTEGRATIONS=rllib runs one.
INTEGRATIONS := rllib agilerl

integrations: $(INTEGRATIONS:%=.venvs/%.stamp)
	@set -e; for name in $(INTEGRATIONS); do echo "== $$name"; .venvs/$$name/bin/python examples/$${name}_*.py; done
	$(if $(filter rllib,$(INTEGRATIONS)),.venvs/rllib/bin/cardenvs train ppo --config configs/ppo/kuhn_ray.yaml --ray \
		--total_steps 4096 --overwrite true)

.venvs/%.stamp: examples/requirements/%.txt pyproject.toml
	$(PYTHON) -m venv .venvs/$*
	.venvs/$*/bin/python -m pip install --disable-pip-version-check -r $< -e .
	@touch $@

clean:
	rm -rf .venvs $(VENV) build dist site .mypy_cache .pytest_cache .ruff_cache *.egg-info
