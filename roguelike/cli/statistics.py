"""`stats`: statistics and plots of finished games."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from roguelike.cli.answers import FINE
from roguelike.cli.options import read_name
from roguelike.cli.output import tell, tell_json
from roguelike.cli.records import known_rules, list_width, with_patience

if TYPE_CHECKING:
    from roguelike.cli.parser import Parser


def add_command(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add `stats`."""
    summary = "show statistics and plots of finished games"
    stats = commands.add_parser("stats", help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
    stats.set_defaults(run=_stats)
    stats.add_argument("player", nargs="?", type=read_name, metavar="NAME", help="player (default: all players)")
    stats.add_argument("--rules", default=None, metavar="NAME|PATH", help="only games of this rule set")
    stats.add_argument("--data-dir", default=argparse.SUPPRESS, metavar="DIR", help="folder of saved games")
    stats.add_argument("--json", action="store_true", help="print JSON on one line")


def _stats(chosen: argparse.Namespace) -> int:
    import attrs

    from roguelike.content.loader import load_ruleset
    from roguelike.play.statistics import statistics_lines
    from roguelike.store.sqlite.data_folder import DataFolder, data_folder
    from roguelike.store.sqlite.sqlite_store import SqliteStore

    library = SqliteStore(DataFolder(data_folder(chosen.data_dir)), load_ruleset)
    rules = known_rules(chosen)
    *_, found = with_patience(library.statistics(chosen.player or "", rules))
    if found is None:
        raise AssertionError("the last of them are the figures")
    if chosen.json:
        plain = attrs.asdict(found)
        if not found.by_depth:
            del plain["by_depth"]
        if not found.abandoned_before:
            del plain["abandoned_before"]
        tell_json({"player": chosen.player, "rules": rules or None, **plain})
        return FINE
    tell("\n".join(as_printed(line) for line in statistics_lines(found, list_width())))
    return FINE


def as_printed(line: str) -> str:
    """Return a line with ASCII in place of blocks, unless standard output shows Unicode."""
    from roguelike.terminal.drawing.glyphs import knows_unicode, shown

    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    unicode = encoding == "utf8" and knows_unicode(os.environ, utf8_mode=bool(sys.flags.utf8_mode))
    return "".join(shown(char, unicode=unicode) for char in line)
