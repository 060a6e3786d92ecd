"""What can be asked for on the command line."""

from __future__ import annotations

import argparse
import sys

from roguelike.store.limits import HIGHEST_SEED, NAME_RULE, is_name
from roguelike.ui.choices import BACKGROUNDS, COLORS, MOUSE_REPORTS, PALETTES

DEFAULT_RULES = "classic"
SETTINGS_FILE = (
    "~/Library/Application Support/roguelike/config.toml"
    if sys.platform == "darwin"
    else "$XDG_CONFIG_HOME/roguelike/config.toml, or else ~/.config/roguelike/config.toml"
)


def add_play_options(parser: argparse.ArgumentParser, *, nested: bool = False) -> None:
    """Add what both ways to play take; the nested one must not undo what was given before its name."""
    # What is not given is told from what is: only the latter goes before the settings.
    unset = argparse.SUPPRESS if nested else None
    off = argparse.SUPPRESS if nested else False
    game = parser.add_argument_group("the game")
    add_game_options(game, unset)
    game.add_argument("--name", type=read_name, default=unset, help=f"whose game: {NAME_RULE} (your login name)")
    game.add_argument(
        "--new",
        action="store_true",
        default=off,
        help="begin a new game; one that is not over is set aside, and can be watched",
    )
    game.add_argument(
        "--line",
        action="store_true",
        default=off,
        help="play in plain lines, without a screen: for screen readers, dumb terminals and pipes",
    )
    add_screen_options(parser.add_argument_group("the screen"), unset)
    files = parser.add_argument_group("files")
    files.add_argument("--config", default=unset, metavar="FILE", help=f"your settings ({SETTINGS_FILE})")
    files.add_argument("--data-dir", default=unset, metavar="DIR", help="where your games are (your data folder)")


def add_screen_options(screen: argparse._ArgumentGroup, unset: str | None) -> None:
    """Add what is asked of the terminal."""
    screen.add_argument(
        "--palette",
        choices=PALETTES,
        default=unset,
        metavar="NAME",
        help=f"the colours: {', '.join(PALETTES)} ({PALETTES[0]})",
    )
    screen.add_argument("--colors", choices=COLORS, default=unset, help="how many colours to use (found out)")
    screen.add_argument(
        "--background",
        choices=BACKGROUNDS,
        default=unset,
        help="paint black behind the game, or leave it to the terminal (black)",
    )
    screen.add_argument(
        "--ascii", action=argparse.BooleanOptionalAction, default=unset, help="use ASCII characters only (found out)"
    )
    screen.add_argument(
        "--mouse",
        choices=MOUSE_REPORTS,
        default=unset,
        help="what the mouse reports: nothing, presses and drags, or every movement (motion; off in GNU screen)",
    )
    screen.add_argument(
        "--no-mouse", action="store_const", const="off", dest="mouse", default=unset, help="the same as --mouse off"
    )


def add_game_options(parser: argparse._ActionsContainer, unset: str | None) -> None:
    """Add which game is played."""
    seed = argparse.SUPPRESS if unset == argparse.SUPPRESS else None
    parser.add_argument(
        "--rules", default=unset, metavar="NAME|PATH", help=f"the rule set, or its folder ({DEFAULT_RULES})"
    )
    parser.add_argument("--seed", type=read_seed, default=seed, metavar="N", help="the same seed gives the same game")


def add_spoil_option(parser: argparse.ArgumentParser) -> None:
    """Add the permission to look into a game in progress."""
    parser.add_argument(
        "--spoil", action="store_true", help="allow it for a game in progress, whose score is marked then"
    )


def whole(text: str, lowest: int, highest: int, what: str) -> int:
    """Read a whole number from `lowest` to `highest`, or say what it should be."""
    if not text.isascii() or not text.lstrip("-").isdigit() or not lowest <= int(text[:40]) <= highest:
        raise argparse.ArgumentTypeError(f"{what} is a whole number from {lowest} to {highest}, not {text[:40]!r}")
    return int(text)


def read_seed(text: str) -> int:
    """Read a seed."""
    return whole(text, 0, HIGHEST_SEED, "a seed")


def read_name(text: str) -> str:
    """Read a player's name."""
    if not is_name(text):
        raise argparse.ArgumentTypeError(f"a name is {NAME_RULE}, not {text[:40]!r}")
    return text


def read_turns(text: str) -> int:
    """Read a number of turns."""
    return whole(text, 1, 1_000_000, "the number of turns")


def read_depth(text: str) -> int:
    """Read a depth."""
    return whole(text, 1, 1, "the depth")
