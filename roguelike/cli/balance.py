"""`balance`: statistics of many games by one policy, compared with the design targets."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from roguelike.cli.answers import FAILURE, FINE, USAGE, Refusal, tidied_up
from roguelike.cli.options import (
    DEFAULT_RULES,
    add_policy_options,
    check_forbidden,
    read_games,
    read_jobs,
    read_seeds,
    read_turns,
)
from roguelike.cli.output import remark, tell, tell_json, write_out

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.balance.games import Judged
    from roguelike.balance.report import Report
    from roguelike.cli.parser import Parser

BAR = 30
"""Columns of the progress bar."""
MAX_GAME = 20_000
"""Turns."""


def add_command(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add `balance`."""
    summary = "play many games with a bot, and compare them with the design targets"
    balance = commands.add_parser("balance", help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
    balance.set_defaults(run=_balance)
    balance.add_argument(
        "--rules",
        default=DEFAULT_RULES,
        metavar="NAME|PATH",
        help=f"rule set: its name or folder (default: {DEFAULT_RULES})",
    )
    add_policy_options(balance, "careful")
    balance.add_argument("--games", type=read_games, default=100, metavar="N", help="number of games (default: 100)")
    balance.add_argument("--jobs", type=read_jobs, default=1, metavar="J", help="number of processes (default: 1)")
    balance.add_argument(
        "--seeds",
        type=read_seeds,
        default="tuning",
        metavar="tuning|report|FIRST",
        help="seeds: tuning, report, or from FIRST on (default: tuning)",
    )
    balance.add_argument(
        "--turns",
        type=read_turns,
        default=MAX_GAME,
        metavar="T",
        help=f"stop a game after this many turns (default: {MAX_GAME})",
    )
    balance.add_argument(
        "--data-dir",
        default=argparse.SUPPRESS,
        metavar="DIR",
        help="folder of the results: the seed and the figures of each game, from which the same command resumes; "
        "games are not saved",
    )
    formats = balance.add_mutually_exclusive_group()
    formats.add_argument("--json", action="store_true", help="print JSON on one line")
    formats.add_argument("--csv", action="store_true", help="print the table as CSV")


def _balance(chosen: argparse.Namespace) -> int:
    from roguelike.balance.pool import GameFailed

    check_forbidden(chosen)
    try:
        with tidied_up():
            report = _judge(chosen)
    except GameFailed as failure:
        raise Refusal(f"a game could not be played: {failure}.", FAILURE) from None
    if chosen.json:
        tell_json(report.plain())
    elif chosen.csv:
        write_out(_csv(report))
    else:
        _tell(report)
    return FINE


def _judge(chosen: argparse.Namespace) -> Report:
    import pathlib

    from roguelike.balance.games import Judged, code_digest
    from roguelike.balance.run import judge
    from roguelike.balance.seeds import FIRST, Seeds
    from roguelike.cli.chosen import load_rules
    from roguelike.cli.headless import refused_without_level
    from roguelike.content.loader import place_of
    from roguelike.store.sqlite.data_folder import data_folder

    ruleset = load_rules(chosen.rules)
    try:
        seeds = Seeds(FIRST[chosen.seeds] if chosen.seeds in FIRST else int(chosen.seeds), chosen.games)
    except ValueError as error:
        raise Refusal(f"{error}.", USAGE) from None
    rules, code = place_of(chosen.rules), code_digest()
    judged = Judged(rules, ruleset.fingerprint, code, chosen.policy, tuple(chosen.without), chosen.turns)
    folder = pathlib.Path(data_folder(chosen.data_dir))
    progress, clear = _progress()
    try:
        with refused_without_level(ruleset):
            return judge(judged, ruleset, seeds, folder=folder, jobs=chosen.jobs, progress=progress)
    except SystemExit:
        clear()
        remark("Stopped. The results so far are saved: run the same command to resume.")
        raise
    finally:
        clear()


def _progress() -> tuple[Callable[[Judged, int, int], None], Callable[[], None]]:
    """Return functions that draw and erase a progress bar on standard error; without a terminal they do nothing."""
    import time

    begun: dict[Judged, tuple[float, int]] = {}

    def write(text: str) -> None:
        if sys.stderr is not None and sys.stderr.isatty():
            sys.stderr.write(f"\r{text:<78}\r")
            sys.stderr.flush()

    def progress(judged: Judged, done: int, games: int) -> None:
        now = time.monotonic()
        start, before = begun.setdefault(judged, (now, done))
        left = (games - done) * (now - start) / (done - before) if done > before else 0
        filled = BAR * done // games
        rest = f", {int(left) // 60}:{int(left) % 60:02} left" if left else ""
        write(f"{judged.policy} [{'#' * filled}{'.' * (BAR - filled)}] {done}/{games}{rest}")

    return progress, lambda: write("")


def _csv(report: Report) -> list[str]:
    import csv
    import io

    from roguelike.balance.report import COLUMNS

    text = io.StringIO()
    table = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    table.writeheader()
    table.writerows(report.cells())
    return [text.getvalue()]


def _tell(report: Report) -> None:
    from roguelike.cli.records import list_width
    from roguelike.cli.statistics import as_printed

    tell("\n".join(as_printed(line) for line in report.lines(list_width())))
