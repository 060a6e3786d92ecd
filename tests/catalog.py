"""What the rule sets give, as text, for the catalogs: `python -m tests.catalog` writes them again.

Of each rule set the levels of the first seeds; of `classic`, which no source document describes, also the games that
the bot plays there, and how everything looks and reads.
"""

from __future__ import annotations

import pathlib
import re
from typing import TYPE_CHECKING

from roguelike.autoplay import autoplay
from roguelike.content.loader import load_ruleset, ruleset_names
from roguelike.engine.game import new_game
from roguelike.engine.scenario import picture

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.actors import ActorKind
    from roguelike.engine.kinds.glyphs import Glyph
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.kinds.projectiles import ProjectileKind

FOLDER = pathlib.Path(__file__).parent / "catalogs"
SEEDS = range(1, 4)
GAMES = range(1, 41)
GAMES_OF_CLASSIC = FOLDER / "classic-games.txt"
LOOKS_OF_CLASSIC = FOLDER / "classic-looks.txt"


def level_text(game: Game) -> str:
    """Return the whole level, seen or not: the map, then who and what is where, for glyphs may be shared."""
    level = game.world.level
    actors = [f"{actor.kind.name} {actor.at.x},{actor.at.y}" for actor in level.actors]
    items = [f"{item.kind.name} {at.x},{at.y}" for at in level.grid.points() for item in level.items_at(at)]
    return "\n".join([picture(game), *actors, *items, ""])


def entry(name: str, seed: int) -> str:
    """Return one level of a rule set under its seed."""
    return f"seed {seed}\n{level_text(new_game(load_ruleset(name), seed=seed))}"


def read(name: str) -> dict[int, str]:
    """Return the levels of a catalog as they were written, by seed."""
    entries = re.split(r"\n(?=seed \d)", (FOLDER / f"{name}.txt").read_text(encoding="utf-8"))
    return {int(text.partition("\n")[0].removeprefix("seed ")): text for text in entries}


def games(name: str) -> str:
    """Return how the bot's games end, a line a seed: nearly every number of a rule set has a part in that."""
    ruleset = load_ruleset(name)
    results = [(seed, autoplay(ruleset, seed, 400, "seek")) for seed in GAMES]
    lines = [f"{seed}: {end.outcome} after {end.turns}, {end.kills} kills, {end.digest}" for seed, end in results]
    return "\n".join([*lines, ""])


def looks(name: str) -> str:
    """Return every glyph and every text of a rule set, with its colours."""
    ruleset = load_ruleset(name)
    actors = [ruleset.player, *ruleset.monsters.values()]
    corpses = [actor.corpse for actor in actors if actor.corpse is not None]
    named: list[ActorKind | ItemKind | ProjectileKind] = [
        *actors,
        *corpses,
        *ruleset.items.values(),
        *ruleset.projectiles.values(),
    ]
    lines = [_look(kind.name, kind.glyph) for kind in named]
    for terrain in ruleset.terrain:
        lines += [_look(terrain.name, terrain.glyph), _look(f"{terrain.name}, remembered", terrain.remembered)]
    for event, texts in [*ruleset.messages.items(), *((n, kind.texts) for n, kind in ruleset.conditions.items())]:
        lines += [f"{event}.{variant}: {text.template!r} {text.color}" for variant, text in texts.items()]
    return "\n".join([*lines, ""])


def _look(name: str, glyph: Glyph) -> str:
    return f"{name}: {glyph.char!r} {glyph.color} on {glyph.background}{' bold' if glyph.bold else ''}"


def write() -> None:
    """Write every catalog again."""
    for name in ruleset_names():
        (FOLDER / f"{name}.txt").write_text("\n".join(entry(name, seed) for seed in SEEDS), encoding="utf-8")
    GAMES_OF_CLASSIC.write_text(games("classic"), encoding="utf-8")
    LOOKS_OF_CLASSIC.write_text(looks("classic"), encoding="utf-8")


if __name__ == "__main__":
    write()
