"""`catalog`: what the levels of seeds hold."""

from __future__ import annotations

import argparse
import itertools
from typing import TYPE_CHECKING

from roguelike.cli.answers import FAILURE, FINE, USAGE, Refusal
from roguelike.cli.chosen import load_rules
from roguelike.cli.headless import refused_without_level
from roguelike.cli.options import DEFAULT_RULES, add_format_option, read_range_of_levels, read_range_of_seeds
from roguelike.cli.output import flush, tell

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.cli.parser import Parser
    from roguelike.content.catalog import Row
    from roguelike.engine.kinds.ruleset import RuleSet


def add_command(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add `catalog`."""
    summary = "list what the levels of seeds hold (spoilers)"
    catalog = commands.add_parser(
        "catalog",
        help=summary,
        description="List what the levels of seeds hold: items, monsters, captives, hordes, features, events and "
        "feelings. This spoils games with these seeds: unidentified items have their real names. "
        "Seeds of games in progress are refused. The exit code is 1 if --find finds nothing.",
    )
    catalog.set_defaults(run=_catalog)
    catalog.add_argument(
        "--rules",
        default=DEFAULT_RULES,
        metavar="NAME|PATH",
        help=f"rule set: its name or folder (default: {DEFAULT_RULES})",
    )
    catalog.add_argument(
        "--seeds", type=read_range_of_seeds, required=True, metavar="N|FIRST-LAST", help="seeds, such as 1-20"
    )
    catalog.add_argument(
        "--levels", type=read_range_of_levels, metavar="N|FIRST-LAST", help="levels, such as 1-3 (default: all)"
    )
    catalog.add_argument(
        "--find",
        default="",
        metavar="WORDS",
        help='only rows with all of these words, such as "staff of fire" or "captive orc"',
    )
    add_format_option(catalog)
    catalog.add_argument("--data-dir", default=argparse.SUPPRESS, metavar="DIR", help="folder of saved games")


def _catalog(chosen: argparse.Namespace) -> int:
    from roguelike.cli.forms import FORMS
    from roguelike.content.catalog import Row
    from roguelike.store.kept.seeds import refuse_levels_of
    from roguelike.store.sqlite.data_folder import DataFolder, data_folder
    from roguelike.store.sqlite.player_rows import FolderRows
    from roguelike.toml_file import shown

    ruleset = load_rules(chosen.rules)
    levels = chosen.levels or range(1, ruleset.depths + 1)
    if levels[-1] > ruleset.depths:
        raise Refusal(
            f"argument --levels: the last level must be at most {ruleset.depths}, not {levels[-1]} "
            "(see roguelike catalog --help)",
            USAGE,
        )
    refuse_levels_of(FolderRows(DataFolder(data_folder(chosen.data_dir))), chosen.seeds)
    rows = _rows(ruleset, chosen.seeds, levels, chosen.find)
    with refused_without_level(ruleset):
        first = next(rows, None)
        found = itertools.chain(() if first is None else (first,), rows)
        if chosen.format != "table":
            lines = FORMS[chosen.format](Row._fields, found)
        else:
            lines = iter(()) if first is None else _table(found, chosen.seeds[-1])
        for line in lines:
            tell(line)
    if first is None and chosen.find:
        where = f"seed {chosen.seeds[0]}" if len(chosen.seeds) == 1 else f"seeds {chosen.seeds[0]}-{chosen.seeds[-1]}"
        raise Refusal(f"no such row in {where}: {shown(chosen.find)}", FAILURE)
    return FINE


def _rows(ruleset: RuleSet, seeds: range, levels: range, find: str) -> Iterator[Row]:
    """Yield the rows that match `find`; flush the output after each seed."""
    from roguelike.content.catalog import rows

    words = find.lower().split()
    for seed in seeds:
        yield from (row for row in rows(ruleset, seed, levels) if row.matches(words))
        flush()


def _table(rows: Iterator[Row], last: int) -> Iterator[str]:
    """Yield lines in columns whose widths do not depend on later rows: the name is last, since it can be long."""
    width = max(len("seed"), len(str(last)))
    yield f"{'seed':>{width}}  level  {'sort':<7}  number    x    y  name"
    for row in rows:
        x, y = ("" if row.x is None else row.x), ("" if row.y is None else row.y)
        name = f"{row.name} ({row.holder})" if row.holder else row.name
        yield f"{row.seed:>{width}}  {row.level:>5}  {row.sort:<7}  {row.number:>6}  {x:>3}  {y:>3}  {name}"
