"""Options that several commands share, and readers of their values."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from roguelike.cli.answers import USAGE, Refusal
from roguelike.engine.kinds.limits import DEEPEST
from roguelike.settings.choices import BACKGROUNDS, COLORS, MOUSE_REPORTS, PALETTES
from roguelike.store.limits import MAX_SEED, NAME_RULE, is_name

if TYPE_CHECKING:
    from collections.abc import Callable

DEFAULT_RULES = "ember"
"""The default rule set."""
POLICIES = ("random", "seek", "careless", "careful", "diver")
"""Names of the bot's policies, repeated here so that parsing imports no policy."""
FORBIDDEN = ("throwing", "doors", "lamp", "fire", "allies", "enchantment")
"""Tactics that the policy `careful` can be forbidden."""
FORMATS = ("table", "csv", "json")
MAX_GAMES = 100_000
MAX_DISTANCE = 40
"""Cells between the sides of a fight."""
MAX_ROUNDS = 10_000
MAX_LISTED = 100_000
"""Seeds of one list: too few to find the random seed of a game by search."""
MAX_JOBS = 64
SETTINGS_FILE = (
    "~/Library/Application Support/roguelike/config.toml"
    if sys.platform == "darwin"
    else "$XDG_CONFIG_HOME/roguelike/config.toml, or else ~/.config/roguelike/config.toml"
)


def add_play_options(parser: argparse.ArgumentParser, *, nested: bool = False) -> None:
    """Add the options of playing; those of a `nested` parser keep values that were given before the command."""
    # Only options that were given override the settings, so the others have no value.
    unset = argparse.SUPPRESS if nested else None
    off = argparse.SUPPRESS if nested else False
    game = parser.add_argument_group("game")
    add_game_options(game, unset)
    game.add_argument(
        "--name", type=read_name, default=unset, help=f"player name: {NAME_RULE} (default: your login name)"
    )
    game.add_argument(
        "--new",
        action="store_true",
        default=off,
        help="start a new game; one in progress is set aside, and can be watched as a replay",
    )
    game.add_argument(
        "--practice",
        action="store_true",
        default=off,
        help="start a practice game, never saved or scored, in which you can step back",
    )
    game.add_argument(
        "--kit", default=unset, metavar="NAME", help="starting kit, in rule sets with kits; scores are ranked by kit"
    )
    game.add_argument(
        "--gentle",
        action="store_true",
        default=off,
        help="take half damage, in rule sets with this mode; marks the score",
    )
    game.add_argument(
        "--line",
        action="store_true",
        default=off,
        help="play in plain lines of text: for screen readers, dumb terminals and pipes",
    )
    add_screen_options(parser.add_argument_group("display"), unset)
    files = parser.add_argument_group("files")
    files.add_argument("--config", default=unset, metavar="FILE", help=f"settings file (default: {SETTINGS_FILE})")
    files.add_argument(
        "--data-dir", default=unset, metavar="DIR", help="folder of saved games (default: your data folder)"
    )


def add_screen_options(screen: argparse._ArgumentGroup, unset: str | None) -> None:
    """Add the options of the display."""
    screen.add_argument(
        "--palette",
        choices=PALETTES,
        default=unset,
        metavar="NAME",
        help=f"colour palette: {', '.join(PALETTES)} (default: {PALETTES[0]})",
    )
    screen.add_argument("--colors", choices=COLORS, default=unset, help="number of colours (default: detected)")
    screen.add_argument(
        "--background",
        choices=BACKGROUNDS,
        default=unset,
        help="background: black, or the terminal's own (default: black)",
    )
    screen.add_argument(
        "--ascii",
        action=argparse.BooleanOptionalAction,
        default=unset,
        help="use only ASCII characters (default: detected)",
    )
    screen.add_argument(
        "--mouse",
        choices=MOUSE_REPORTS,
        default=unset,
        help="mouse reporting: off, clicks and drags, or all movement (default: motion; off in GNU screen)",
    )
    screen.add_argument(
        "--no-mouse", action="store_const", const="off", dest="mouse", default=unset, help="same as --mouse off"
    )


def refuse_screen_options(chosen: argparse.Namespace) -> None:
    """Refuse options of the display in line mode."""
    for name in _OF_THE_SCREEN if chosen.line else ():
        if getattr(chosen, name) is not None:
            remedy = f"leave out --line or --{name}"
            raise Refusal(f"argument --{name}: plain lines have no colours and no mouse ({remedy})", USAGE)


_OF_THE_SCREEN = ("palette", "colors", "background", "mouse")


def add_game_options(parser: argparse._ActionsContainer, unset: str | None) -> None:
    """Add the options that choose a rule set and a seed."""
    seed = argparse.SUPPRESS if unset == argparse.SUPPRESS else None
    parser.add_argument(
        "--rules", default=unset, metavar="NAME|PATH", help=f"rule set: its name or folder (default: {DEFAULT_RULES})"
    )
    parser.add_argument(
        "--seed",
        type=read_seed,
        default=seed,
        metavar="N",
        help="seed: same seed, same game (default: random)",
    )


def add_policy_options(parser: argparse.ArgumentParser, usual: str) -> None:
    """Add the policy of the bot, and the tactics that it must not use."""
    parser.add_argument("--policy", choices=POLICIES, default=usual, help=f"the bot's policy (default: {usual})")
    parser.add_argument(
        "--without",
        type=read_forbidden,
        default=(),
        metavar="WHAT,...",
        help=f"forbid the policy careful one or more of: {', '.join(FORBIDDEN)}",
    )


def add_spoil_option(parser: argparse.ArgumentParser) -> None:
    """Add the permission to spoil a game in progress."""
    parser.add_argument(
        "--spoil", action="store_true", help="allow this for a game in progress, and mark its score as spoiled"
    )


def add_format_option(parser: argparse.ArgumentParser) -> None:
    """Add the format of the output."""
    parser.add_argument("--format", choices=FORMATS, default=FORMATS[0], help=f"output format (default: {FORMATS[0]})")


def whole(text: str, lowest: int, highest: int, what: str) -> int:
    """Read a whole number from `lowest` to `highest`; the error says `what` it is."""
    if not text.isascii() or not text.lstrip("-").isdigit() or not lowest <= int(text[:40]) <= highest:
        raise argparse.ArgumentTypeError(f"{what} must be a whole number from {lowest} to {highest}, not {text[:40]!r}")
    return int(text)


def read_seed(text: str) -> int:
    """Read a seed."""
    return whole(text, 0, MAX_SEED, "a seed")


def read_range_of_seeds(text: str) -> range:
    """Read one seed, or the first and the last of several: "7", "1-20"."""
    seeds = _range(text, read_seed, "seeds")
    if seeds.stop - seeds.start > MAX_LISTED:
        raise argparse.ArgumentTypeError(f"there must be at most {MAX_LISTED} seeds, not {text!r}")
    return seeds


def read_range_of_levels(text: str) -> range:
    """Read one level, or the first and the last of several: "3", "1-8"."""
    return _range(text, read_depth, "levels")


def _range(text: str, read: Callable[[str], int], what: str) -> range:
    first, dash, last = text.partition("-")
    if dash and not (first and last):
        raise argparse.ArgumentTypeError(f"{what} must have a first and a last one, like 1-20, not {text[:80]!r}")
    found = range(read(first), read(last if dash else first) + 1)
    if not found:
        raise argparse.ArgumentTypeError(f"{what} must be in rising order, like 1-20, not {text[:80]!r}")
    return found


def read_name(text: str) -> str:
    """Read a player's name."""
    if not is_name(text):
        raise argparse.ArgumentTypeError(f"a name must be {NAME_RULE}, not {text[:40]!r}")
    return text


def read_edition(text: str) -> int:
    """Read an edition of a rule set."""
    return whole(text, 0, 10**9, "an edition")


def read_turns(text: str) -> int:
    """Read a number of turns."""
    return whole(text, 1, 1_000_000, "the number of turns")


def read_games(text: str) -> int:
    """Read a number of games."""
    return whole(text, 1, MAX_GAMES, "the number of games")


def read_jobs(text: str) -> int:
    """Read a number of processes."""
    return whole(text, 1, MAX_JOBS, "the number of processes")


def read_seeds(text: str) -> str:
    """Read the name of a set of seeds, or the first seed."""
    return text if text in ("tuning", "report") else str(read_seed(text))


def read_distance(text: str) -> int:
    """Read a distance in cells."""
    return whole(text, 1, MAX_DISTANCE, "the distance")


def read_rounds(text: str) -> int:
    """Read a number of rounds."""
    return whole(text, 1, MAX_ROUNDS, "the number of rounds")


def read_forbidden(text: str) -> tuple[str, ...]:
    """Read tactics that a policy must not use."""
    for word in (words := text.split(",")):
        if word not in FORBIDDEN:
            raise argparse.ArgumentTypeError(f"what is forbidden must be of {', '.join(FORBIDDEN)}, not {word[:40]!r}")
    return tuple(word for word in FORBIDDEN if word in words)


def check_forbidden(chosen: argparse.Namespace) -> None:
    """Refuse to forbid tactics to another policy than `careful`."""
    if chosen.without and chosen.policy != "careful":
        raise Refusal("argument --without: only for the policy careful (see --help)", USAGE)


def read_depth(text: str) -> int:
    """Read a depth."""
    return whole(text, 1, DEEPEST, "the depth")
