# make demo · make test · make pure · make check · make bench NAME=… DATA=… · make docs
# Each target makes the environment by itself; Python 3.11+ and make are all it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
DEMO_ARGS ?=
PYTEST_ARGS ?=
SECONDS ?= 600
NATIVE := $(wildcard native/*.[ch])

.PHONY: demo test pure check bench docs soak fuzz sbom hashes audit system clean

demo: $(VENV)/.core
	$(BIN)/motherlode demo $(DEMO_ARGS)

test: check system
	$(BIN)/python -m pytest -n 2 --dist loadfile $(PYTEST_ARGS)

# All tests without the native extension: Python alone must do everything, only slower.
pure: $(VENV)/.dev system
	MOTHERLODE_PURE=1 $(BIN)/python -m pytest -n 2 --dist loadfile $(PYTEST_ARGS)

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

# The targets that the tests try for a few seconds, with 5,000 new mutations each.
fuzz: $(VENV)/.dev
	MOTHERLODE_FUZZ_SEED=$$$$ MOTHERLODE_FUZZ_TRIES=5000 $(BIN)/python -m pytest -q tests/fuzz

# A bill of materials (CycloneDX), digests of all packages, and whether any of them is known to be unsafe. The audit
# asks an index of advisories on the internet; --strict makes it fail where it could not ask, instead of being content.
sbom: $(VENV)/.dev
	@mkdir -p dist
	$(BIN)/python scripts/make_sbom.py > dist/sbom.json

hashes: $(VENV)/.dev
	$(BIN)/python scripts/pin_hashes.py

audit: $(VENV)/.dev
	$(PYTHON) -m venv $(VENV)/audit
	$(VENV)/audit/bin/pip install --quiet --disable-pip-version-check pip-audit
	$(VENV)/audit/bin/pip-audit --strict --require-hashes --disable-pip --requirement requirements-dev.txt

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
