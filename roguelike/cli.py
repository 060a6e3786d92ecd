"""The command line: arguments in, the parts put together, an exit code out.

Whatever a call does not need is imported late, so that `--version` and `--help` answer at once.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from typing import TYPE_CHECKING, NoReturn

from roguelike import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.ruleset import RuleSet
    from roguelike.ui.screens.rules import RuleChoice

FINE, FAILURE, USAGE, INTERRUPTED = 0, 1, 2, 128 + 2
DEFAULT_RULES = "classic"
COLORS = {"0": 0, "8": 8, "16": 16, "256": 256, "24bit": 1 << 24}
HIGHEST_SEED = (1 << 64) - 1


class _Refusal(Exception):
    """A plain sentence for the player, and the exit code."""

    def __init__(self, sentence: str, code: int) -> None:
        super().__init__(sentence)
        self.code = code


class _Parser(argparse.ArgumentParser):
    """Answers wrong usage in one sentence."""

    def error(self, message: str) -> NoReturn:
        raise _Refusal(f"{message} (see {self.prog} --help)", USAGE)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program with these arguments (the command line's if None) and give its exit code."""
    chosen = argparse.Namespace()
    try:
        _parser().parse_args(arguments, chosen)
        return int(chosen.run(chosen))
    except _Refusal as refusal:
        print(f"roguelike: {refusal}", file=sys.stderr)
        return refusal.code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has read enough; the interpreter must not try to flush the rest.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILURE
    except Exception as error:  # noqa: BLE001 -- no traceback reaches a player
        print(f"roguelike: {_report(error, getattr(chosen, 'data_dir', None))}", file=sys.stderr)
        return FAILURE


def _report(error: Exception, data_dir: str | None) -> str:
    """Write down a defect of the program where it can be found; gives the sentence that says so."""
    import pathlib
    import tempfile
    import traceback

    import platformdirs

    wrong = f"the program failed: {type(error).__name__}: {error}"
    lines = [f"roguelike {__version__}, Python {sys.version}", f"arguments: {sys.argv[1:]}"]
    try:
        folder = pathlib.Path(data_dir or platformdirs.user_state_dir("roguelike", appauthor=False))
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=folder, prefix="crash-", suffix=".txt", delete=False) as file:
            file.write("\n".join([*lines, "", *traceback.format_exception(error)]))
    except OSError as trouble:
        return f"{wrong} (and no report could be written: {trouble})"
    return f"{wrong}; please report it with {file.name}"


def _parser() -> _Parser:
    parser = _Parser(prog="roguelike", description="A terminal roguelike. Without a command it shows the title screen.")
    parser.add_argument("--version", action="version", version=f"roguelike {__version__}")
    parser.set_defaults(run=_play, at_title=True)
    _add_play_options(parser)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)
    play = commands.add_parser("play", help="go straight into a game")
    play.set_defaults(run=_play, at_title=False)
    _add_play_options(play, nested=True)
    rules = commands.add_parser("rules", help="list the rule sets")
    rules.set_defaults(run=_rules)
    level = commands.add_parser("map", help="show a level as text")
    level.set_defaults(run=_map)
    _add_game_options(level)
    level.add_argument("--depth", type=_depth, default=1, metavar="D", help="the depth of the level (1)")
    autoplay = commands.add_parser("autoplay", help="let the computer play, without a screen")
    autoplay.set_defaults(run=_autoplay)
    _add_game_options(autoplay)
    autoplay.add_argument("--turns", type=_turns, default=1000, metavar="T", help="stop after so many turns (1000)")
    autoplay.add_argument("--policy", choices=("random", "seek"), default="seek", help="how it plays (seek)")
    autoplay.add_argument("--json", action="store_true", help="print one line of JSON")
    return parser


def _add_play_options(parser: argparse.ArgumentParser, *, nested: bool = False) -> None:
    """Add what both ways to play take; the nested one must not undo what was given before its name."""
    default = argparse.SUPPRESS if nested else None
    off = argparse.SUPPRESS if nested else False
    _add_game_options(parser, nested=nested)
    parser.add_argument(
        "--name", type=_name, default=default, help="what you are called: letters, digits, _ and -, at most 16"
    )
    parser.add_argument("--new", action="store_true", default=off, help="begin a new game (no other is kept yet)")
    parser.add_argument(
        "--data-dir", default=default, metavar="DIR", help="where the program writes (reports of failures)"
    )
    parser.add_argument("--ascii", action="store_true", default=off, help="use ASCII characters only")
    parser.add_argument(
        "--colors", choices=COLORS, default=default, help="how many colours the terminal has (found out)"
    )
    parser.add_argument("--no-mouse", action="store_true", default=off, help="leave the mouse to the terminal")


def _add_game_options(parser: argparse.ArgumentParser, *, nested: bool = False) -> None:
    rules = argparse.SUPPRESS if nested else DEFAULT_RULES
    seed = argparse.SUPPRESS if nested else None
    parser.add_argument(
        "--rules", default=rules, metavar="NAME|PATH", help=f"the rule set, or its folder ({DEFAULT_RULES})"
    )
    parser.add_argument("--seed", type=_seed, default=seed, metavar="N", help="the same seed gives the same game")


def _whole(text: str, lowest: int, highest: int, what: str) -> int:
    if not text.isascii() or not text.lstrip("-").isdigit() or not lowest <= int(text[:40]) <= highest:
        raise argparse.ArgumentTypeError(f"{what} is a whole number from {lowest} to {highest}, not {text[:40]!r}")
    return int(text)


def _seed(text: str) -> int:
    return _whole(text, 0, HIGHEST_SEED, "a seed")


def _name(text: str) -> str:
    if not re.fullmatch("[A-Za-z0-9_-]{1,16}", text):
        raise argparse.ArgumentTypeError(f"a name is 1 to 16 letters, digits, _ or -, not {text[:40]!r}")
    return text


def _turns(text: str) -> int:
    return _whole(text, 1, 1_000_000, "the number of turns")


def _depth(text: str) -> int:
    return _whole(text, 1, 1, "the depth")


def _load(name: str) -> RuleSet:
    from roguelike.content.loader import ContentError, load_ruleset

    try:
        return load_ruleset(name)
    except ContentError as error:
        raise _Refusal(str(error), FAILURE) from None


def _fresh_seed() -> int:
    import secrets

    return secrets.randbits(32)


def _play(chosen: argparse.Namespace) -> int:
    from roguelike.engine.game import Game, new_game
    from roguelike.session import Session
    from roguelike.terminal.terminal import NoTerminal, Options, open_terminal
    from roguelike.ui.screens.rules import RuleChoice

    ruleset = _load(chosen.rules)
    loaded = {chosen.rules: ruleset}
    seeds = [] if chosen.seed is None else [chosen.seed]

    def begin(name: str) -> Game:
        """Begin a game by a rule set, the first one with the seed that was asked for."""
        if name not in loaded:
            loaded[name] = _load(name)
        return new_game(loaded[name], seeds.pop() if seeds else _fresh_seed())

    first = RuleChoice(chosen.rules, ruleset.title, ruleset.summary)
    colors = None if chosen.colors is None else COLORS[chosen.colors]
    options = Options(colors=colors, mouse=not chosen.no_mouse, ascii_only=chosen.ascii or None)
    try:
        with open_terminal(options) as terminal:
            Session(terminal, first, lambda: _rule_choices(first), begin, name=chosen.name or "").run(
                at_title=chosen.at_title
            )
    except NoTerminal as error:
        raise _Refusal(str(error), USAGE) from None
    return FINE


def _rule_choices(first: RuleChoice) -> list[RuleChoice]:
    """Give the rule sets to choose from, the one that was asked for first."""
    from roguelike.content.loader import describe, ruleset_names
    from roguelike.ui.screens.rules import RuleChoice

    return [first, *(RuleChoice(name, *describe(name)) for name in ruleset_names() if name != first.name)]


def _rules(_: argparse.Namespace) -> int:
    from roguelike.content.loader import ruleset_names

    names = ruleset_names()
    width = max(map(len, names))
    for name in names:
        print(f"{name:<{width}}  {_load(name).summary}")
    return FINE


def _map(chosen: argparse.Namespace) -> int:
    from roguelike.engine.game import new_game
    from roguelike.engine.scenario import picture

    print(picture(new_game(_load(chosen.rules), _fresh_seed() if chosen.seed is None else chosen.seed)))
    return FINE


def _autoplay(chosen: argparse.Namespace) -> int:
    import json

    import attrs

    from roguelike.autoplay import autoplay

    seed = _fresh_seed() if chosen.seed is None else chosen.seed
    result = autoplay(_load(chosen.rules), seed, chosen.turns, chosen.policy)
    rate = round(result.turns / result.seconds) if result.seconds else 0
    if chosen.json:
        figures = {"rules": chosen.rules, "seed": seed, "policy": chosen.policy, **attrs.asdict(result)}
        print(json.dumps({**figures, "turns_a_second": rate}))
    else:
        outcome = result.outcome or "still alive"
        print(f"seed {seed}: {result.turns} turns, {outcome}, digest {result.digest}, {rate} turns a second")
    return FINE
