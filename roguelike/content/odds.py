"""Counts of unidentified items in generated games, and the `odds.toml` of a rule set, which holds their means."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from roguelike.content.inherit import ODDS
from roguelike.content.loader import folder_of
from roguelike.engine.kinds.counted import HUNDREDTHS, Counted

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterator

    from roguelike.engine.kinds.ruleset import RuleSet

_HEAD: Final = """\
# Written by `roguelike odds`: hundredths of each unknown kind in a game on average, for the chances that players see.
# They hold for the rules with the mark `of` alone: after a change, run it again.
"""


def counting(ruleset: RuleSet, games: int) -> Iterator[dict[str, int]]:
    """Yield the sums by unidentified kind after each game, with the seeds 0, 1, ...; always the same mapping."""
    sums = {name: 0 for name, kind in ruleset.items.items() if kind.disguised}
    for seed in range(games):
        for name, number in ruleset.generator.count_finds(ruleset, ruleset.depths, seed).items():
            sums[name] += number
        yield sums


def means(ruleset: RuleSet, sums: dict[str, int], games: int) -> Counted:
    """Return the mean number of each unidentified kind in a game, in hundredths, from the `sums` of `games`."""
    expected = {name: (2 * HUNDREDTHS * number + games) // (2 * games) for name, number in sums.items()}
    return Counted(of=ruleset.finds_mark, games=games, expected=expected)


def write_odds(name: str | pathlib.Path, counted: Counted) -> pathlib.Path:
    """Write the odds into the folder of a rule set, replacing older ones, and return the file.

    Raises:
        OSError: it cannot be written.
    """
    lines = [f"{json.dumps(kind, ensure_ascii=False)} = {number}" for kind, number in counted.expected.items()]
    head = [f'of = "{counted.of}"', f"games = {counted.games}", "", "[expected]"]
    path = folder_of(name) / ODDS
    path.write_text(_HEAD + "\n".join([*head, *lines]) + "\n", encoding="utf-8")
    return path
