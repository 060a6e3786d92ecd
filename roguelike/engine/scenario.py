"""Games from drawn maps, for tests and experiments."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from roguelike.engine.game import Game, begin
from roguelike.engine.geometry import Point
from roguelike.engine.grid import Grid
from roguelike.engine.kinds.terrain import FLOOR, NOTHING, WALL
from roguelike.engine.level_plan import LevelPlan, LevelRequest
from roguelike.engine.rng import PCG32
from roguelike.engine.state.item import Item

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from roguelike.engine.kinds.actors import ActorKind
    from roguelike.engine.kinds.features import FeatureKind
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.kinds.terrain import TerrainKind
    from roguelike.engine.state.level import Level

_TERRAIN = {"#": WALL, ".": FLOOR, " ": NOTHING, "@": FLOOR}


def draw(
    picture: str,
    ruleset: RuleSet,
    *,
    seed: int = 1,
    inventory: Sequence[str] = (),
    hit_points: int | None = None,
    legend: Mapping[str, str] | None = None,
) -> Game:
    """Start a game on the level that `picture` shows, with the normal field of view.

    Args:
        picture: rows of glyphs, with any indentation: `@` the player, `#` wall, `.` floor, a blank for nothing; any
            other glyph is the first kind of monster, item or feature that has it, on floor.
        ruleset: the rule set with the kinds.
        seed: the seed of the random numbers of play.
        inventory: the names of the kinds of the items in the player's first slots.
        hit_points: the player's hit points; full by default.
        legend: names of kinds (or terrains) by the glyph that stands for them in this picture.

    Raises:
        ValueError: a glyph or a name is unknown, there is not exactly one player, or the inventory is too small.
    """
    game = begin(ruleset, plan_of(picture, ruleset, legend), seed, PCG32(seed))
    player = game.world.player
    for name in inventory:
        player.inventory.insert(Item.of(_item_kind(ruleset, name)))
    if hit_points is not None:
        player.hit_points = hit_points
    game.world.in_view = frozenset(actor.id for actor in game.world.visible_monsters())
    return game


def plan_of(picture: str, ruleset: RuleSet, legend: Mapping[str, str] | None = None) -> LevelPlan:
    """Return the plan of the level that a picture shows, as `draw` reads it; it need not have a player.

    Raises:
        ValueError: a glyph or a name is unknown, or there is more than one player.
    """
    rows = textwrap.dedent(picture).strip("\n").splitlines()
    plan = LevelPlan(Grid(max(map(len, rows), default=0), len(rows)))
    for y, row in enumerate(rows):
        for x, glyph in enumerate(row.ljust(plan.grid.width)):
            _place(plan, Point(x, y), glyph, ruleset, legend or {})
    return plan


def _place(plan: LevelPlan, at: Point, glyph: str, ruleset: RuleSet, legend: Mapping[str, str]) -> None:
    if glyph in legend or glyph not in _TERRAIN:
        meant = legend.get(glyph)
        for code, terrain in enumerate(ruleset.terrain):
            if meant == terrain.name:
                _lay(plan, at, code, terrain)
                return
        plan.set_terrain(at, FLOOR)
        _populate(plan, at, glyph, meant, ruleset)
        return
    plan.set_terrain(at, _TERRAIN[glyph])
    if glyph == "@":
        if plan.start is not None:
            raise ValueError(f"there is more than one player: at {tuple(plan.start)} and at {tuple(at)}")
        plan.start = at


def _lay(plan: LevelPlan, at: Point, code: int, terrain: TerrainKind) -> None:
    if terrain.layer == "ground":
        plan.set_terrain(at, code)
    else:
        plan.set_terrain(at, FLOOR)
        plan.set_cover(at, code)


def _populate(plan: LevelPlan, at: Point, glyph: str, meant: str | None, ruleset: RuleSet) -> None:
    for monster in ruleset.monsters.values():
        if _is_meant(monster, glyph, meant):
            plan.add_monster(monster, at)
            return
    for name, item in ruleset.items.items():
        if _is_meant(item, glyph, meant) or name == meant:
            plan.add_item(item, at)
            return
    for feature in ruleset.features.values():
        if _is_meant(feature, glyph, meant):
            plan.add_feature(feature, at)
            return
    raise ValueError(f"no monster, item or feature of {ruleset.name} is {meant or glyph!r}, at {tuple(at)}")


def _is_meant(kind: ActorKind | ItemKind | FeatureKind, glyph: str, meant: str | None) -> bool:
    return kind.glyph.char == glyph if meant is None else kind.name == meant


def _item_kind(ruleset: RuleSet, name: str) -> ItemKind:
    try:
        return ruleset.items[name]
    except KeyError:
        raise ValueError(f"no item of {ruleset.name} is named {name!r}") from None


def picture(game: Game) -> str:
    """Draw a game's whole level as `draw` would read it, seen or not: a line per row, without trailing blanks."""
    level = game.world.level
    rows = []
    for y in range(level.height):
        row = [_glyph_at(level, Point(x, y)) for x in range(level.width)]
        rows.append("".join(row).rstrip())
    return "\n".join(rows)


def _glyph_at(level: Level, at: Point) -> str:
    actor = level.actor_at(at)
    if actor is not None:
        return actor.kind.glyph.char
    items = level.items_at(at)
    if items:
        return items[-1].kind.glyph.char
    feature = level.feature_at(at)
    return level.layers_at(at)[0].glyph.char if feature is None else feature.kind.glyph.char


def plan_levels(ruleset: RuleSet, seed: int, depths: int) -> Iterator[LevelPlan]:
    """Yield the plans of the levels of a game, from the first: the stairs of each lead to the entrance of the next.

    Raises:
        NoLevel: one of them cannot be generated.
    """
    entrance, exits = None, [code for code, kind in enumerate(ruleset.terrain) if kind.exit == "down"]
    for depth in range(1, depths + 1):
        request = LevelRequest(seed, depth, entrance)
        plan = ruleset.generator.generate(ruleset, request.chance(), request)
        yield plan
        cells = [cell for code in exits if (cell := plan.terrain.find(code)) >= 0]
        entrance = plan.grid.point(min(cells)) if cells else None


def picture_of_plan(plan: LevelPlan, ruleset: RuleSet) -> str:
    """Draw a whole planned level: on each cell the monster, item or feature, or else the cover, or else the ground."""
    glyphs = {feature.at: feature.kind.glyph.char for feature in plan.features}
    glyphs |= {item.at: item.kind.glyph.char for item in plan.items}
    glyphs |= {monster.at: monster.kind.glyph.char for monster in plan.monsters}
    rows = [
        "".join(glyphs.get(at) or _ground_at(plan, ruleset, at) for at in (Point(x, y) for x in range(plan.grid.width)))
        for y in range(plan.grid.height)
    ]
    return "\n".join(row.rstrip() for row in rows)


def _ground_at(plan: LevelPlan, ruleset: RuleSet, at: Point) -> str:
    code = plan.cover[plan.grid.index(at)] if plan.cover else 0
    return ruleset.terrain[code or plan.terrain_at(at)].glyph.char
