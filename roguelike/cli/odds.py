"""`odds`: count the unidentified items of games, for the chances on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.cli.answers import FAILURE, FINE, USAGE, Refusal
from roguelike.cli.chosen import load_rules
from roguelike.cli.options import read_games
from roguelike.cli.output import remark, tell

if TYPE_CHECKING:
    import argparse

    from roguelike.cli.parser import Parser

GAMES = 20_000


def add_command(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add `odds`."""
    summary = "count the unidentified items of generated games, and write odds.toml into the rule set"
    odds = commands.add_parser("odds", help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
    odds.set_defaults(run=_odds)
    odds.add_argument("rules", nargs="+", metavar="NAME|PATH", help="rule set: its name or folder")
    odds.add_argument(
        "--games", type=read_games, default=GAMES, metavar="N", help=f"games to generate (default: {GAMES})"
    )
    odds.add_argument("--again", action="store_true", help="count again even if nothing has changed")


def _odds(chosen: argparse.Namespace) -> int:
    for name in chosen.rules:
        _count(name, chosen.games, again=chosen.again)
    return FINE


def _count(name: str, games: int, *, again: bool) -> None:
    """Count and write the odds of one rule set, unless they are up to date."""
    from roguelike.content.loader import split_variant
    from roguelike.content.odds import counting, means, write_odds
    from roguelike.toml_file import shown

    folder = split_variant(name)[0]
    ruleset = load_rules(folder)
    if not ruleset.finds_mark or not any(kind.disguised for kind in ruleset.items.values()):
        raise Refusal(f"rule set {shown(name)}: no unknown items to count.", USAGE)
    if ruleset.expected and not again:
        tell(f"{name}: up to date")
        return
    sums: dict[str, int] = {}
    for number, sums in enumerate(counting(ruleset, games), start=1):  # noqa: B007 -- the last ones count
        if number % 1000 == 0:
            remark(f"{name}: {number} of {games} games")
    try:
        path = write_odds(folder, means(ruleset, sums, games))
    except OSError as error:
        raise Refusal(f"cannot write the odds of {shown(name)}: {error.strerror}.", FAILURE) from None
    tell(f"{name}: {games} games counted, {path} written")
