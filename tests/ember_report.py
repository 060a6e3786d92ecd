"""The report of `docs/ember.md`: games of the bot next to their targets, as `make report` has recorded them.

Playing them takes a quarter of an hour, so that `make docs` only reads what `make report` wrote.
"""

from __future__ import annotations

import json
import pathlib
from typing import TYPE_CHECKING, Any, Final

from tests.tables import table

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

FOLDER: Final = pathlib.Path(__file__).parent / "reports"
POLICIES: Final = ("careful", "careless", "diver")
HEADS: Final = ("", "value", "95 %", "target", "met")


def report(rules: RuleSet) -> str:
    """Return the reports of all policies as Markdown."""
    return "\n\n".join(_section(_read(policy), rules) for policy in POLICIES)


def _read(policy: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((FOLDER / f"ember-{policy}.json").read_text(encoding="utf-8"))
    return read


def _section(read: dict[str, Any], rules: RuleSet) -> str:
    head = f"`{read['policy']}`: {read['games']} games, {read['seeds']['of']}."
    if read["fingerprint"] != rules.fingerprint:
        head += " The rules have changed since."
    rows = [_row(measure) for measure in read["measures"] if measure["value"] and measure["target"]]
    died = ", ".join(f"{deaths} on {_level(depth)}" for depth, deaths in read["deaths_by_level"].items())
    return f"{head}\nDeaths: {died}.\n\n{table(HEADS, rows)}"


def _level(depth: str) -> str:
    return f"level {depth}" if depth.isdigit() else f"the {depth}"


def _row(measure: dict[str, str]) -> tuple[str, ...]:
    label = f"{measure['label']} ({measure['note']})" if measure["note"] else measure["label"]
    value = f"{measure['value']} {measure['unit']}".rstrip()
    interval = f"{measure['low']} to {measure['high']}" if measure["low"] else ""
    return label, value, interval, measure["target"], measure["met"]
