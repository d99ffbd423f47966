# Everything below works on a fresh Debian machine with Python 3.11, pip and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DEMO_OUT ?= demo-out

.PHONY: demo test test-long bench format lock clean help

help:            ## Say what can be made
	@grep -hE '^[a-z-]+: .*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 14

$(READY): requirements.lock.txt pyproject.toml packaging/bootstrap.py
	@$(PYTHON) packaging/bootstrap.py

demo: $(READY)   ## Run the main job on the bundled study, then open the desktop program
	@$(BIN)/fairmed demo --out $(DEMO_OUT)
	@$(BIN)/python packaging/open_demo.py

test: $(READY)   ## Format check, lint, import contracts, types, quick tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/mypy
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -n 2 -m "not long"

test-long: $(READY) ## The tests that take longer
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -n 2 -m long

format: $(READY) ## Format and mend what can be mended
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lock: $(READY)   ## Renew the locked requirements (needs uv)
	uv pip compile pyproject.toml --all-extras --generate-hashes --no-emit-index-url --no-header \
	    --python-version 3.11 --output-file requirements.lock.txt

clean:           ## Remove what was made
	rm -rf $(DEMO_OUT) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache
