"""What every test may lean on."""

from __future__ import annotations

import gc
import os
import pathlib
from signal import SIG_DFL, SIG_IGN, SIGHUP, SIGINT, SIGQUIT, default_int_handler, getsignal, signal
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import HealthCheck, settings

from roguelike.content.loader import load_ruleset
from tests.effort import some
from tests.fixture_rules import make_fixture_rules
from tests.sources.play import Entered

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from roguelike.engine.kinds.ruleset import RuleSet

pytest_plugins = ["tests.arena", "tests.postgres"]

TESTS: Final = pathlib.Path(__file__).parent
MEASURED: Final = ("engine", "content", "tutorials")
"""The folders whose tests are to reach nearly every line of the simulation and its data, with those of Ember."""

# A busy machine makes examples and runs them many times slower: that is no fault of what is tested.
settings.register_profile(
    "untimed",
    settings.default,
    max_examples=min(some(100), 100),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("untimed")


def pytest_configure() -> None:
    """Restore signals that end the programs of tests, also where nohup or a shell's background has them ignored."""
    for each in (SIGINT, SIGQUIT, SIGHUP):
        if getsignal(each) == SIG_IGN:
            signal(each, default_int_handler if each == SIGINT else SIG_DFL)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect the tests without the garbage collector, which leaves them alone from then on."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests whose reach is measured, if they are not slow: see `make test`."""
    for item in items:
        place = item.path.relative_to(TESTS)
        if place.parts[0] in MEASURED or place.match("rulesets/test_ember_*"):
            item.add_marker("measured")


@pytest.fixture(scope="session")
def classic() -> RuleSet:
    """Return the game's own rule set, read once."""
    return load_ruleset("classic")


@pytest.fixture(scope="session")
def fixture_rules(classic: RuleSet) -> RuleSet:
    """Return a rule set in which nothing is left to chance, and which never changes."""
    return make_fixture_rules(classic)


@pytest.fixture(autouse=True)
def without_settings(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep whoever runs the tests from changing them by settings or games of their own, and from losing those."""
    monkeypatch.setenv("XDG_CONFIG_HOME", os.devnull)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.getbasetemp() / "data"))


@pytest.fixture(autouse=True)
def played(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail a test that holds rows of the source documents without having played."""
    if request.node.get_closest_marker("rows") is None:
        yield
        return
    entered = Entered(monkeypatch)
    yield
    if not entered.any:
        pytest.fail("This test holds rows of the source documents, but entered no game, session or program.")
