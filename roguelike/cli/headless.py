"""`rules`, `map` and `autoplay`: commands that need no terminal."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from roguelike.cli.answers import FAILURE, FINE, USAGE, Refusal
from roguelike.cli.chosen import load_rules
from roguelike.cli.options import (
    DEFAULT_RULES,
    add_game_options,
    add_policy_options,
    check_forbidden,
    read_depth,
    read_turns,
)
from roguelike.cli.output import tell, tell_json
from roguelike.store.entropy import random_bits

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from roguelike.cli.parser import Parser
    from roguelike.engine.kinds.ruleset import RuleSet


def add_commands(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add `rules`, `map` and `autoplay`."""
    import argparse

    rules = commands.add_parser("rules", help="list the rule sets", description="List the rule sets.")
    rules.set_defaults(run=_rules)
    told = "print a generated level as text"
    level = commands.add_parser("map", help=told, description=f"{told[0].upper()}{told[1:]}.")
    level.set_defaults(run=_map)
    add_game_options(level, DEFAULT_RULES)
    level.add_argument("--data-dir", default=argparse.SUPPRESS, metavar="DIR", help="folder of saved games")
    level.add_argument("--depth", type=read_depth, default=1, metavar="D", help="dungeon level (default: 1)")
    told = "play a game with a bot, without a screen"
    autoplay = commands.add_parser("autoplay", help=told, description=f"{told[0].upper()}{told[1:]}.")
    autoplay.set_defaults(run=_autoplay)
    add_game_options(autoplay, DEFAULT_RULES)
    autoplay.add_argument(
        "--turns", type=read_turns, default=1000, metavar="T", help="stop after this many turns (default: 1000)"
    )
    add_policy_options(autoplay, "seek")
    autoplay.add_argument("--json", action="store_true", help="print JSON on one line")


@contextlib.contextmanager
def refused_without_level(ruleset: RuleSet) -> Iterator[None]:
    """Turn `NoLevel` into a `Refusal`."""
    from roguelike.engine.level_plan import NoLevel
    from roguelike.toml_file import shown

    try:
        yield
    except NoLevel as error:
        raise Refusal(f"cannot generate a level for rule set {shown(ruleset.name)}: {error}.", FAILURE) from None


def _rules(_: argparse.Namespace) -> int:
    from roguelike.content.loader import ruleset_names

    names = ruleset_names()
    width = max(map(len, names))
    for name in names:
        rules = load_rules(name)
        title = "" if rules.title.lower() == name else f"{rules.title}: "
        tell(f"{name:<{width}}  {title}{rules.summary}")
    return FINE


def _map(chosen: argparse.Namespace) -> int:
    from roguelike.engine.game import new_game
    from roguelike.engine.scenario import picture, picture_of_plan, plan_levels
    from roguelike.store.kept.seeds import refuse_levels_of
    from roguelike.store.sqlite.data_folder import DataFolder, data_folder
    from roguelike.store.sqlite.player_rows import FolderRows

    ruleset = load_rules(chosen.rules)
    seed = random_bits() if chosen.seed is None else chosen.seed
    if chosen.depth > ruleset.depths:
        expected = f"a whole number from 1 to {ruleset.depths}"
        raise Refusal(
            f"argument --depth: the depth must be {expected}, not '{chosen.depth}' (see roguelike map --help)", USAGE
        )
    if chosen.seed is not None:
        refuse_levels_of(FolderRows(DataFolder(data_folder(chosen.data_dir))), range(chosen.seed, chosen.seed + 1))
    with refused_without_level(ruleset):
        if ruleset.depths == 1:
            tell(picture(new_game(ruleset, seed)))
        else:
            *_, plan = plan_levels(ruleset, seed, chosen.depth)
            tell(picture_of_plan(plan, ruleset))
    return FINE


def _autoplay(chosen: argparse.Namespace) -> int:
    import attrs

    from roguelike.autoplay import autoplay

    check_forbidden(chosen)
    seed = random_bits() if chosen.seed is None else chosen.seed
    ruleset = load_rules(chosen.rules)
    with refused_without_level(ruleset):
        result = autoplay(ruleset, seed, chosen.turns, chosen.policy, chosen.without)
    rate = round(result.turns / result.seconds) if result.seconds else 0
    if chosen.json:
        figures = {
            "rules": chosen.rules,
            "seed": seed,
            "policy": chosen.policy,
            "without": chosen.without,
            **attrs.asdict(result),
        }
        tell_json({**figures, "turns_a_second": rate})
    else:
        outcome = result.outcome or ("stuck" if result.stuck else "still alive")
        tell(f"seed {seed}: {result.turns} turns, {outcome}, digest {result.digest}, {rate} turns/s")
    return FINE
