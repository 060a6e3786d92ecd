"""The tables of `docs/serving.md` name everything that a server can log, count and say of itself."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Final

from prometheus_client import CollectorRegistry

from roguelike.serve import metrics
from roguelike.serve.front.address_limits import RefusalReason
from roguelike.serve.front.counters import Counters
from roguelike.serve.metrics import MetricsCollector
from roguelike.serve.paths import ServerPaths
from tests.pty_program import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import pytest

PAGE: Final = (ROOT / "docs" / "serving.md").read_text()
LEVELS: Final = {"INFO", "WARNING", "ERROR"}


def rows(header: str) -> list[list[str]]:
    """Return the cells of every table of the page whose header begins with that cell."""
    tables = re.findall(rf"^\| {re.escape(header)} \|.*\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    return [[cell.strip() for cell in line.strip("|").split("|")] for table in tables for line in table.splitlines()]


def logged() -> Iterator[tuple[str, str]]:
    """Yield the event and the level of each call of `log` below `roguelike/serve`."""
    for path in sorted((ROOT / "roguelike" / "serve").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "log":
                event = node.args[0]
                assert isinstance(event, ast.Constant), f"{path}:{node.lineno}: the event is no literal"
                given = (ast.unparse(each.value) for each in node.keywords if each.arg == "level")
                level = next(given, "logging.INFO").removeprefix("logging.")
                assert level in LEVELS, f"{path}:{node.lineno}: the level is no literal"
                yield str(event.value), level.lower()


def test_the_tables_have_a_row_for_each_event_of_the_log() -> None:
    """With its level, what it means and, for an error or a warning, what to do."""
    told = {(event.strip("`"), level): texts for event, level, *texts in rows("event")}

    assert set(logged()) == set(told)
    assert not [event for (event, level), texts in told.items() if not texts[0] or (level != "info" and not texts[1])]


def test_nothing_else_logs() -> None:
    """A call of Python's `logging` would be in no table."""
    others = [
        f"{path}: {line.strip()}"
        for path in (ROOT / "roguelike").rglob("*.py")
        for line in path.read_text().splitlines()
        if re.search(r"getLogger|logging\.(debug|info|warning|error|exception|critical)\(", line)
    ]

    assert ["_LOGGER", "SILENT"] == [line.rpartition(": ")[0].rpartition(": ")[2] for line in others]


def test_the_table_has_a_row_for_each_reason_of_a_refusal() -> None:
    """As the log and the figures name them."""
    reasons = {value for name, value in vars(RefusalReason).items() if name.isupper()}

    assert reasons == {reason.strip("`") for reason, _ in rows("reason of `refused`")}


def test_the_table_has_a_row_for_each_figure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a scrape names them."""
    histogram = {"bounds": [1], "counts": [0, 0], "total": 0, "failed": 0, "last": None}
    found = {
        **dict.fromkeys(("sessions", "playing", "watching", "guests", "watchers", "unauthenticated"), 0),
        **dict.fromkeys(("latency", "turns", "canary", "game_turns"), histogram),
        "counts": Counters().plain(),
        "trouble": [],
        "draining": False,
    }
    monkeypatch.setattr(metrics, "ask", lambda *_, **__: found)
    registry = CollectorRegistry(auto_describe=False)
    registry.register(MetricsCollector(ServerPaths(tmp_path)))
    kinds = {"counter": "_total"}
    figures = {f"{each.name}{kinds.get(each.type, '')}" for each in registry.collect()}

    assert figures == {name for cell, _ in rows("metric") for name in re.findall(r"`(\w+)", cell)}


def test_the_table_has_a_row_for_each_count_of_the_status() -> None:
    """As `roguelike server status` names them."""
    told = " ".join(cell for cell, _ in rows("line"))

    assert not [name for name in Counters().plain() if f"`{name.replace('_', ' ')}" not in told]
