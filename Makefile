# `make play` and `make test` are all a new machine needs: Python 3.11 or later with venv, and make.

PYTHON ?= python3
# Where it is set, every process of the tests would compile all of them anew.
unexport PYTHONDONTWRITEBYTECODE
# Where there is a file system in memory, the thousands of fsyncs of the tests wait for no disk.
MEMORY := $(wildcard /dev/shm)
VENV := .venv
BIN := $(VENV)/bin
# Many tests wait for a terminal or another process, so that two cores serve five of them.
JOBS ?= 5
# Games of the bot, and the tests of the simulation, wait for nothing.
CORES ?= 2
# The tests of the simulation and its data, which are to reach nearly every line of it by themselves. Those marked as slow
# are left out of that: measuring doubles their time.
COVERED := engine content tutorials
MEASURED := $(COVERED:%=tests/%) tests/rulesets
QUICK := tests/engine tests/tutorials tests/content tests/narration tests/play tests/settings tests/ui tests/rulesets tests/test_session.py tests/store/test_play.py
# The tests that try many examples, of which `make test` tries a share.
SWEEPS = $(shell grep -rl --include='test_*.py' '^from tests.effort import' tests)

.PHONY: play quick test check format bench load soak docs report replays release clean
.DEFAULT_GOAL := play

$(VENV)/installed: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed, this is " + sys.version.split()[0])'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/installed-dev: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

$(VENV)/installed-bench: $(VENV)/installed-dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	touch $@

play: $(VENV)/installed ## install into .venv and start the game
	@ROGUELIKE_STARTED_BY="make play" $(BIN)/roguelike

quick: $(VENV)/installed-dev ## run the tests that every change needs, in less than a minute
	$(BIN)/python -m pytest -n $(CORES) --dist loadfile -q -m 'not slow and not terminal' $(QUICK)

test: export TMPDIR := $(or $(MEMORY),$(TMPDIR),/tmp)
test: $(VENV)/installed-dev ## install, and run every test
	$(BIN)/python -m pytest -n $(CORES) --dist worksteal -m 'measured and not slow' $(MEASURED) --cov-report=term --cov-fail-under=95 $(COVERED:%=--cov=roguelike/%)
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m 'slow or not measured'

check: $(VENV)/installed-dev ## check lint, formatting, types, layers, the wording of changed lines
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tests.wording

format: $(VENV)/installed-dev ## fix and format the code
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: $(VENV)/installed-bench ## measure, side by side with python-tcod
	$(BIN)/python -m tests.bench

load: $(VENV)/installed-dev ## measure 200 players on one server, beside a game on a bare pty, then half of them in browsers; then two hosts, one of which is killed
	$(BIN)/python -m tests.load
	$(BIN)/python -m tests.load --pages 100
	$(BIN)/python -m tests.load.pages
	$(BIN)/python -m tests.load.hosts

soak: $(VENV)/installed-dev ## run the long tests: explored levels, hostile rule sets, random games, damaged saves, kills, noise
	EFFORT=20 $(BIN)/python -m pytest -n $(JOBS) -q $(SWEEPS)
	$(BIN)/python -m tests.soak.exploring
	$(BIN)/python -m tests.soak.clearing
	$(BIN)/python -m tests.soak.mutate_rulesets
	$(BIN)/python -m tests.soak.rulesets
	$(BIN)/python -m tests.soak.determinism
	$(BIN)/python -m tests.soak.damage
	$(BIN)/python -m tests.soak.kills
	$(BIN)/python -m tests.soak.noise
	$(BIN)/python -m tests.soak.drinking
	$(BIN)/python -m tests.soak.served_kills
	$(BIN)/python -m tests.soak.served_day
	$(BIN)/python -m tests.soak.served_slow
	$(BIN)/python -m tests.soak.served_attacks
	$(BIN)/python -m tests.soak.served_pages

docs: $(VENV)/installed-dev ## count the items of games and regenerate the generated pages
	$(BIN)/roguelike odds ember spark
	$(BIN)/python -m tests.reference
	$(BIN)/python -m tests.sources.rows
	$(BIN)/python -m tests.pictures

report: $(VENV)/installed-dev ## play the games of the report in docs/ember.md again, which takes half an hour
	mkdir -p tests/reports
	$(BIN)/roguelike balance --games 200 --seeds report --jobs $(CORES) --json >tests/reports/ember-careful.json
	$(BIN)/roguelike balance --policy careless --games 60 --seeds report --jobs $(CORES) --json >tests/reports/ember-careless.json
	$(BIN)/roguelike balance --policy diver --games 60 --seeds report --jobs $(CORES) --json >tests/reports/ember-diver.json

replays: $(VENV)/installed-dev ## record the games of tests/replays again, after a change of rules
	$(BIN)/python -m tests.replays.record

release: $(VENV)/installed-dev ## once `make check` and `make test` pass: date the changelog, set VERSION, commit and tag
	$(BIN)/python -m tests.release "$(VERSION)"

clean: ## remove the installation and all caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage .import_linter_cache
