"""`replay` and `cast`: recorded games on a terminal, or as films."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING

from roguelike.cli.answers import FINE, SIGNALLED, USAGE, Refusal, tidied_up
from roguelike.cli.options import add_screen_options, add_spoil_option, whole
from roguelike.cli.output import write_out
from roguelike.settings.choices import COLORS, PALETTES

if TYPE_CHECKING:
    from roguelike.cli.parser import Parser
    from roguelike.play.views.film import Film
    from roguelike.store.replay import Replay
    from roguelike.store.sqlite.data_folder import DataFolder

LARGEST = (1000, 500)
"""Columns and rows of the largest film."""
MAX_PAUSE = 3600
MAX_TURNS = 10**9
STANDARD_OUTPUT = "-"


def add_commands(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add `replay` and `cast`."""
    told = "watch a recorded game"
    replay = commands.add_parser("replay", help=told, description=f"{told[0].upper()}{told[1:]}.")
    replay.set_defaults(run=_replay)
    _add_game(replay)
    replay.add_argument(
        "--speed", type=_read_speed, default=4, metavar="N", help="steps per second, 1 to 64 (default: 4)"
    )
    replay.add_argument("--turn", type=_read_turn, default=0, metavar="N", help="start on this turn")
    replay.add_argument("--hidden", action="store_true", help="show what the player could not see")
    add_spoil_option(replay)
    screen = replay.add_argument_group("display")
    add_screen_options(screen, argparse.SUPPRESS)
    screen.add_argument("--config", default=argparse.SUPPRESS, metavar="FILE", help="settings file")
    told = "record a game as asciicast v2"
    _add_cast(commands.add_parser("cast", help=told, description=f"{told[0].upper()}{told[1:]}."))


def _add_cast(cast: argparse.ArgumentParser) -> None:
    unset = argparse.SUPPRESS
    cast.set_defaults(run=_cast)
    _add_game(cast)
    cast.add_argument("file", metavar="FILE", help="output file, or - for standard output")
    cast.add_argument("--force", action="store_true", help="overwrite an existing file")
    cast.add_argument(
        "--size", type=_read_size, default=(80, 24), metavar="COLSxROWS", help="terminal size (default: 80x24)"
    )
    cast.add_argument(
        "--idle-limit", type=_read_limit, default=2.0, metavar="SECONDS", help="longest pause (default: 2)"
    )
    cast.add_argument("--colors", choices=COLORS, default=unset, help="number of colours (default: 256)")
    cast.add_argument(
        "--palette", choices=PALETTES, default=unset, metavar="NAME", help=f"colour palette: {', '.join(PALETTES)}"
    )


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", metavar="NAME|FILE", help="a game in progress, a finished game such as alice-0001, or a file"
    )
    parser.add_argument(
        "--rules",
        default=argparse.SUPPRESS,
        metavar="NAME|PATH",
        help="rule set: its name or folder (default: as recorded)",
    )
    parser.add_argument("--data-dir", default=argparse.SUPPRESS, metavar="DIR", help="folder of saved games")


def open_film(folder: DataFolder, what: str, last_turns: int = 0) -> Film:
    """Return the view that replays a game, or its last turns; `what` is a name, the key of a finished game, or a file.

    Raises:
        StoreError: there is no such game, or it cannot be replayed.
    """
    from roguelike.content.loader import load_ruleset
    from roguelike.play.playback import Playback
    from roguelike.play.views.film import Film
    from roguelike.store.sqlite.lookup import open_replay

    replay = open_replay(folder, what, load_ruleset)
    playback = Playback(replay)
    playback.go_to_turn(max(0, replay.turns - last_turns) if last_turns else 0)
    playback.playing = not playback.is_over
    return Film(playback, replay.record.path.stem if replay.is_over else "")


def _replay(chosen: argparse.Namespace) -> int:
    from roguelike.cli.chosen import read_chosen
    from roguelike.play.playback import Playback
    from roguelike.play.views.film import Film
    from roguelike.play.views.view import Open
    from roguelike.session import Session, run
    from roguelike.store.sqlite.spoiling import refuse_secrets, spoil
    from roguelike.terminal.terminal import NoTerminal, open_terminal

    settings = read_chosen(chosen)
    replay = _open(chosen)
    if chosen.spoil:
        spoil(_folder(chosen), replay.record)
    elif chosen.hidden:
        refuse_secrets(replay.record)
    playback = Playback(replay)
    playback.reveals = replay.is_over or chosen.spoil
    playback.go_to_turn(chosen.turn)
    playback.speed, playback.hidden = chosen.speed, chosen.hidden
    playback.playing = not playback.is_over
    try:
        with open_terminal(settings.display_options) as terminal:
            run(terminal, Session(Open(Film(playback)), settings=settings))
            return FINE if terminal.ended_by is None else SIGNALLED + terminal.ended_by
    except NoTerminal as error:
        raise Refusal(str(error), USAGE) from None


def _cast(chosen: argparse.Namespace) -> int:
    import pathlib

    from roguelike.cast import make_cast
    from roguelike.store.exporting import write_lines
    from roguelike.terminal.colors.palette import Palette

    palette = Palette(COLORS[chosen.colors or "256"], chosen.palette or PALETTES[0])
    replay = _open(chosen)
    lines = make_cast(replay, palette, size=chosen.size, limit=chosen.idle_limit)
    if chosen.file == STANDARD_OUTPUT:
        write_out(lines)
    else:
        with tidied_up():
            write_lines(pathlib.Path(chosen.file), lines, source=replay.record.path, replaces=chosen.force)
    return FINE


def _open(chosen: argparse.Namespace) -> Replay:
    from roguelike.content.loader import load_ruleset
    from roguelike.store.sqlite.lookup import open_replay

    return open_replay(_folder(chosen), chosen.game, load_ruleset, rules=chosen.rules)


def _folder(chosen: argparse.Namespace) -> DataFolder:
    from roguelike.store.sqlite.data_folder import DataFolder, data_folder

    return DataFolder(data_folder(chosen.data_dir))


def _read_speed(text: str) -> int:
    return whole(text, 1, 64, "the speed")


def _read_turn(text: str) -> int:
    return whole(text, 0, MAX_TURNS, "the turn")


def _read_size(text: str) -> tuple[int, int]:
    from roguelike.ui.layout import SMALLEST

    found = re.fullmatch(r"([0-9]{1,5})x([0-9]{1,5})", text)
    size = (int(found[1]), int(found[2])) if found else (0, 0)
    if not all(least <= side <= most for least, side, most in zip(SMALLEST, size, LARGEST, strict=True)):
        smallest, largest = (f"{columns}x{rows}" for columns, rows in (SMALLEST, LARGEST))
        raise argparse.ArgumentTypeError(f"a size must be COLSxROWS, from {smallest} to {largest}, not {text[:40]!r}")
    return size


def _read_limit(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,3})?", text) or not 0 < float(text) <= MAX_PAUSE:
        raise argparse.ArgumentTypeError(f"a limit must be a number of seconds up to {MAX_PAUSE}, not {text[:40]!r}")
    return float(text)
