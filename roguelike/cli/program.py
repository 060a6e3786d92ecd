"""The entry point: parses arguments, runs a command, and prints errors as one sentence."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from roguelike import __version__
from roguelike.cli import (
    arena,
    balance,
    catalog,
    door,
    headless,
    odds,
    output,
    playing,
    records,
    server,
    serving,
    statistics,
    watch,
)
from roguelike.cli.answers import FAILURE, FINE, INTERRUPTED, Refusal
from roguelike.cli.options import add_play_options
from roguelike.cli.parser import Commands, Parser
from roguelike.store.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program with `arguments`, or those of the command line if None; return its exit code."""
    chosen = argparse.Namespace()
    try:
        return _run(arguments, chosen)
    except (Refusal, StoreError) as denial_reason:
        output.complain(str(denial_reason))
        return denial_reason.code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has closed the pipe; the interpreter must not try to flush the rest.
        output.discard()
        return FAILURE
    except Exception as error:  # noqa: BLE001 -- no traceback reaches a player
        output.complain(_report(error, getattr(chosen, "data_dir", None)))
        return FAILURE


def _run(arguments: Sequence[str] | None, chosen: argparse.Namespace) -> int:
    try:
        _parser().parse_args(arguments, chosen)
        code = int(chosen.run(chosen))
    except SystemExit as end:  # --help and --version have printed their text
        code = int(end.code or FINE)
    output.flush()
    return code


def _report(error: Exception, data_dir: str | None) -> str:
    """Write a crash report, and return the sentence that names its file."""
    import pathlib
    import tempfile
    import traceback

    import platformdirs

    wrong = f"internal error: {type(error).__name__}: {' '.join(ascii(str(error))[1:-1].split())}"
    lines = [f"roguelike {__version__}, Python {sys.version}", f"arguments: {sys.argv[1:]}"]
    try:
        folder = pathlib.Path(data_dir or platformdirs.user_state_dir("roguelike", appauthor=False))
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", errors="replace", dir=folder, prefix="crash-", suffix=".txt", delete=False
        ) as file:
            file.write("\n".join([*lines, "", *traceback.format_exception(error)]))
    except (OSError, RuntimeError) as trouble:  # such as no home
        return f"{wrong} (cannot write a crash report: {trouble})"
    return f"{wrong}; please report it and attach {file.name}"


def _parser() -> Parser:
    parser = Parser(
        prog="roguelike",
        description="A terminal roguelike. Without a command, opens the title screen.",
        epilog="Exit codes: 0 success, 1 failure, 2 bad usage or no terminal, 3 save unreadable or in use, "
        "4 replay differs, 128+N ended by signal N (130: Ctrl-C, 129: terminal lost).",
    )
    parser.add_argument("--version", action="version", version=f"roguelike {__version__}")
    parser.set_defaults(run=playing.play, at_title=True)
    add_play_options(parser)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser, action=Commands)
    told = "play, skipping the title screen"
    play = commands.add_parser("play", help=told, description=f"{told[0].upper()}{told[1:]}.")
    play.set_defaults(run=playing.play, at_title=False)
    add_play_options(play, nested=True)
    headless.add_commands(commands)
    catalog.add_command(commands)
    arena.add_command(commands)
    balance.add_command(commands)
    odds.add_command(commands)
    records.add_commands(commands)
    statistics.add_command(commands)
    watch.add_commands(commands)
    serving.add_commands(commands)
    door.add_command(commands)
    server.add_commands(commands)
    return parser
