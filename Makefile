# make demo · make test · make check · make bench NAME=… DATA=… · make docs
# Each target makes the environment by itself; Python 3.11+ and make are all it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
DEMO_ARGS ?=
PYTEST_ARGS ?=
SECONDS ?= 600
NATIVE := $(wildcard native/*.[ch])
# What the native extension does elsewhere, once more without it.
PURE_TESTS := tests/unit/dom tests/unit/extract tests/unit/lang tests/unit/pages tests/unit/topic

.PHONY: demo test check bench docs soak system clean

demo: $(VENV)/.core
	$(BIN)/motherlode demo $(DEMO_ARGS)

test: check system
	$(BIN)/python -m pytest -n 2 --dist loadfile $(PYTEST_ARGS)
	MOTHERLODE_PURE=1 $(BIN)/python -m pytest -n 2 --dist loadfile $(PURE_TESTS)

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python scripts/check_dependencies.py

bench: $(VENV)/.bench
	$(BIN)/python -m benchmarks.$(NAME) $(if $(DATA),--data $(DATA)) $(BENCH_ARGS)

docs: $(VENV)/.dev
	$(BIN)/python docs/generate.py
	$(BIN)/mkdocs build --strict --quiet

soak: $(VENV)/.dev system
	$(BIN)/python -m benchmarks.soak --seconds $(SECONDS)

system:
	@sh scripts/system-packages.sh

$(VENV)/.made:
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.core: $(VENV)/.made pyproject.toml constraints.txt hatch_build.py $(NATIVE)
	$(PIP) -e ".[excel,plot,server]"
	@touch $@

$(VENV)/.dev: $(VENV)/.core
	$(PIP) -e ".[all,dev]"
	@touch $@

# pip before 24 stumbles over an extra that two of the peers ask for.
$(VENV)/.bench: $(VENV)/.dev benchmarks/requirements.txt
	$(PIP) --upgrade "pip>=24"
	$(PIP) -r benchmarks/requirements.txt
	@touch $@

clean:
	rm -rf $(VENV) site .pytest_cache .mypy_cache .ruff_cache .hypothesis
