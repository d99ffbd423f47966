# Everything below works on a fresh Debian machine with Python 3.11, pip and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DEMO_OUT ?= demo-out
FUZZ := .venv-fuzz
FUZZ_SECONDS ?= 1200

.PHONY: demo test test-long bench fuzz package pictures format lock clean help

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

test-long: $(FUZZ)/.ready ## The tests that take longer
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -n 2 -m long

bench: $(READY)  ## Print speed and memory; LIBRARIES=PYTHON (it can import them) adds the libraries
	$(BIN)/python -m tests.benchmarks.core $(if $(LIBRARIES),--libraries $(LIBRARIES))
	$(BIN)/python -m tests.benchmarks.provenance
	$(BIN)/python -m tests.benchmarks.app

# Atheris is in no lock file: it lives in an environment of its own that sees the locked packages.
$(FUZZ)/.ready: $(READY)
	$(BIN)/python -m venv --without-pip $(FUZZ)
	$(BIN)/python -m pip --python $(FUZZ)/bin/python install --quiet 'atheris>=3,<4'
	$(BIN)/python -c "import sysconfig; print(sysconfig.get_paths()['purelib'])" \
	    > $(FUZZ)/lib/python3.11/site-packages/locked.pth
	@touch $@

fuzz: $(FUZZ)/.ready ## Fuzz the readers of strangers' bytes, FUZZ_SECONDS (1200) each
	@for target in canonical bundle study; do \
	    mkdir -p build/fuzz/$$target && $(FUZZ)/bin/python -m tests.fuzz.run $$target \
	        -max_total_time=$(FUZZ_SECONDS) -artifact_prefix=build/fuzz/$$target- \
	        build/fuzz/$$target tests/assets/fuzz/$$target || exit 1; \
	done

package: $(READY) ## Build the program's folder (dist/FairMed) and try it
	@$(PYTHON) packaging/bootstrap.py package
	$(BIN)/python packaging/build.py
	$(BIN)/python packaging/smoke.py

pictures: $(READY) ## Make the pictures of docs/clinician.md anew
	$(BIN)/python packaging/pictures.py

format: $(READY) ## Format and mend what can be mended
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lock: $(READY)   ## Renew the locked requirements (needs uv)
	uv pip compile pyproject.toml --all-extras --generate-hashes --no-emit-index-url --no-header \
	    --python-version 3.11 --output-file requirements.lock.txt

clean:           ## Remove what was made
	rm -rf $(DEMO_OUT) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache
