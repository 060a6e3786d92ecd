"""`arena`: simulated fights between two sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.cli.answers import FINE, USAGE, Refusal
from roguelike.cli.chosen import describe_rules, load_rules
from roguelike.cli.options import (
    DEFAULT_RULES,
    add_format_option,
    read_distance,
    read_games,
    read_rounds,
    read_seed,
)
from roguelike.cli.output import tell

if TYPE_CHECKING:
    import argparse
    from collections.abc import Collection, Iterator, Sequence

    from roguelike.balance.arena import Arena, Party
    from roguelike.balance.measures import Measure
    from roguelike.cli.parser import Parser

COLUMNS = ("key", "label", "value", "low", "high", "unit")


def add_command(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add `arena`."""
    summary = "simulate fights between monsters, or between the player and monsters"
    arena = commands.add_parser(
        "arena",
        help=summary,
        description="Simulate many fights in an open room, and count the wins of each side. A side is monsters of one "
        'kind, such as "orc" or "3 jackals", or the player with the gear of the start, played by the bot careful: '
        '"player", or the name of a kit. The sides take turns to act first. Intervals are 95 % confidence intervals.',
    )
    arena.set_defaults(run=_arena)
    for side in "AB":
        arena.add_argument(side.lower(), metavar=side, help="a side, such as orc, '3 jackals' or player")
    arena.add_argument(
        "--rules",
        default=DEFAULT_RULES,
        metavar="NAME|PATH",
        help=f"rule set: its name or folder (default: {DEFAULT_RULES})",
    )
    arena.add_argument("--games", type=read_games, default=200, metavar="N", help="number of fights (default: 200)")
    arena.add_argument(
        "--seed", type=read_seed, default=1, metavar="N", help="seed: same seed, same fights (default: 1)"
    )
    arena.add_argument(
        "--distance", type=read_distance, default=5, metavar="CELLS", help="cells between the sides (default: 5)"
    )
    arena.add_argument(
        "--rounds",
        type=read_rounds,
        default=200,
        metavar="R",
        help="rounds after which a fight is a draw (default: 200)",
    )
    add_format_option(arena)


def _arena(chosen: argparse.Namespace) -> int:
    from roguelike.balance.arena import measures
    from roguelike.cli.forms import FORMS

    arena = _read(chosen)
    found = measures(list(arena.fights(chosen.games, chosen.seed)), arena)
    if chosen.format == "table":
        lines = _table(found, _head(chosen, arena))
    else:
        lines = FORMS[chosen.format](COLUMNS, map(_row, found))
    for line in lines:
        tell(line)
    return FINE


def _read(chosen: argparse.Namespace) -> Arena:
    from roguelike.balance.arena import Arena, party_of
    from roguelike.content.loader import in_variant

    kits = describe_rules(chosen.rules).kits
    kit = next((side for side in (chosen.a, chosen.b) if side in kits), "")
    ruleset = load_rules(in_variant(chosen.rules, kit=kit) if kit else chosen.rules)
    try:
        parties = party_of(chosen.a, ruleset, kits), party_of(chosen.b, ruleset, kits)
        return Arena(ruleset, parties, chosen.distance, chosen.rounds)
    except ValueError as error:
        raise Refusal(f"{error} (see roguelike arena --help)", USAGE) from None


def _row(measure: Measure) -> tuple[object, ...]:
    """Return a measure for programs; numbers are rounded to hundredths."""
    bounds = (None, None) if measure.interval is None else (measure.interval.low, measure.interval.high)
    numbers = [None if each is None else round(float(each), 2) for each in (measure.value, *bounds)]
    return measure.key, measure.label, *numbers, measure.unit


def _head(chosen: argparse.Namespace, arena: Arena) -> str:
    kits = describe_rules(chosen.rules).kits
    first, second = (_told(party, kits) for party in arena.parties)
    return (
        f"{first} against {second}, {chosen.rules}: {chosen.games} fights, seed {chosen.seed}, "
        f"{arena.distance} cells apart, at most {arena.rounds} rounds"
    )


def _told(party: Party, kits: Collection[str]) -> str:
    """Return the name of a side; with a note if the monster's name is part of a kit's."""
    likely = "" if party.kind is None else next((kit for kit in kits if party.kind.name.lower() in kit.split()), "")
    return f"{party.name} (the monster, not the kit {likely})" if likely else party.name


def _table(found: Sequence[Measure], head: str) -> Iterator[str]:
    from roguelike.balance.report import number_text

    width = max(len(measure.label) for measure in found)
    yield from (head, "", f"{'':<{width}}  {'':>9}  95 %")
    for measure in found:
        value = f"{number_text(measure.value) or '-'}{' %' if measure.unit == '%' else ''}"
        bounds = measure.interval
        interval = "" if bounds is None else f"{number_text(bounds.low)}-{number_text(bounds.high)}"
        yield f"{measure.label:<{width}}  {value:>9}  {interval}".rstrip()
