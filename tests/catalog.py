"""Levels as text, for the catalogs: `python -m tests.catalog` writes them anew."""

from __future__ import annotations

import pathlib
import re
from typing import TYPE_CHECKING

from roguelike.content.loader import load_ruleset, ruleset_names
from roguelike.engine.game import new_game
from roguelike.engine.scenario import picture

if TYPE_CHECKING:
    from roguelike.engine.game import Game

FOLDER = pathlib.Path(__file__).parent / "catalogs"
SEEDS = range(1, 26)


def level_text(game: Game) -> str:
    """Give the whole level, seen or not: the map, then who and what is where, for glyphs may be shared."""
    level = game.world.level
    actors = [f"{actor.kind.name} {actor.at.x},{actor.at.y}" for actor in level.actors]
    items = [f"{item.kind.name} {at.x},{at.y}" for at in level.grid.points() for item in level.items_at(at)]
    return "\n".join([picture(game), *actors, *items, ""])


def entry(name: str, seed: int) -> str:
    """Give one level of a rule set under its seed."""
    return f"seed {seed}\n{level_text(new_game(load_ruleset(name), seed=seed))}"


def read(name: str) -> dict[int, str]:
    """Give the levels of a catalog as they were written, by seed."""
    entries = re.split(r"\n(?=seed \d)", (FOLDER / f"{name}.txt").read_text(encoding="utf-8"))
    return {int(text.partition("\n")[0].removeprefix("seed ")): text for text in entries}


def write(name: str) -> None:
    """Write a catalog anew."""
    text = "\n".join(entry(name, seed) for seed in SEEDS)
    (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    for ruleset in ruleset_names():
        write(ruleset)
