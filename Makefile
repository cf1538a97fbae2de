# Every target works in this checkout's own .venv, made when missing or when what it is made from has changed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PEERS := $(VENV)/.peers

.PHONY: train test check bench clean

train: $(READY)
	$(BIN)/python -m training.train tapeo --preset quick

test: $(READY)
	$(BIN)/python -m pytest -n 2 --dist loadfile

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(PEERS)
	$(BIN)/python -m benchmarks.faces
	$(BIN)/python -m benchmarks.training

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "card_envs needs Python 3.11 or newer; say which with make PYTHON=python3.11"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet -c constraints.txt torch==2.13.0
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[train,dev]'
	@touch $@

$(PEERS): $(READY)
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[peers]'
	@touch $@

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis runs
