# Every target works in this checkout's own .venv, made when missing or when what it is made from has changed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PEERS := $(VENV)/.peers
JAVASCRIPT := examples/javascript
NODE := $(JAVASCRIPT)/node_modules/.ready

.PHONY: train test check bench browser clean

train: $(READY)
	$(BIN)/python -m training.train tapeo --preset quick

test: $(READY) $(NODE) browser
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder

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

# The JavaScript example: onnxruntime for Node, and beside the page what it loads.
$(NODE): $(addprefix $(JAVASCRIPT)/,package.json package-lock.json collect.js) $(wildcard card_envs/policies/trained/*)
	@command -v npm >/dev/null || { apt-get update && apt-get install --yes nodejs npm; } || \
		{ echo "examples/javascript needs Node.js 18 or newer and npm; install them and try again"; exit 1; }
	cd $(JAVASCRIPT) && npm ci --ignore-scripts --no-audit --no-fund && npm run page
	@touch $@

# Debian's Chromium, which the tests of the page drive.
browser:
	@command -v chromium >/dev/null || { apt-get update && apt-get install --yes chromium; } || \
		{ echo "the tests of the page need Chromium, the command chromium; install it and try again"; exit 1; }

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis runs
	rm -rf $(addprefix $(JAVASCRIPT)/,node_modules vendor policies)
