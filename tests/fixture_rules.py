"""A rule set whose numbers, colours and texts never change, for the tests of the front-end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.cells.color import grey
from roguelike.engine.kinds.actors import ActorKind
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.heading import InventoryShape, TurnCosts
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.message_texts import Text
from roguelike.engine.kinds.projectiles import ProjectileKind
from roguelike.engine.kinds.stats import Stats
from roguelike.engine.parts.combat import Steps
from roguelike.engine.parts.effects.conditions import Afflict
from roguelike.engine.parts.effects.damage import Blast, Lightning, Strike
from roguelike.engine.parts.effects.delivery import Launch
from roguelike.engine.parts.effects.healing import Heal
from roguelike.engine.parts.fov import Shadowcast
from roguelike.engine.parts.goals import KillAll
from roguelike.engine.parts.minds import Chase, Skirmish, Stagger
from roguelike.engine.parts.perception import Mutual

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.kinds.terrain import TerrainKind

# The colours of the source game, whose arithmetic table 5.12 gives.
ORC = (0, 187, 0)
TROLL = (187, 0, 0)
POTION = (255, 0, 255)
FIREBALL = (255, 127, 0)
CONFUSION = (187, 0, 255)
CONFUSED = ConditionKind(name="confused", overrides=Stagger(), texts={"began_it": Text("The {victim} is confused.")})
FLOOR_BACKGROUND = (0, 0, 63)
WALL_BACKGROUND = (63, 127, 127)
WALL = (0, 63, 63)
HURT = (255, 175, 135)

SURE = Stats(attack=1)
"""Every blow hits, for step 1 is at least 1 and the defence 0; it wounds for 1, for step 0 is 0 and 1 is the least."""

HARMLESS = Stats()
"""No blow ever hits: step 0 is 0, which beats no defence."""

TEXTS: Mapping[str, Mapping[str, str]] = {
    "started": {"text": "The game begins."},
    "came_into_view": {"text": "{who:A} comes into view."},
    "picked_up": {"text": "You pick up the {item}."},
    "dropped": {"text": "You drop the {item}."},
    "exploded": {"text": "The fireball bursts!"},
    "turn_ended": {"text": ""},
    "moved": {"text": ""},
    "won": {"text": "You have won!"},
    "struck": {
        "you": "You hit the {target} for {damage}.",
        "you_dead": "You kill the {target}!",
        "at_you": "The {attacker} hits you for {damage}.",
        "at_you_dead": "THE {attacker:upper} KILLS YOU!",
    },
    "harmed": {
        "fire_you": "You are burned for {damage}!",
        "fire_it": "The {victim} is burned for {damage}.",
        "fire_it_dead": "The {victim} burns to death!",
    },
    "died": {"you": "", "it": ""},
    "healed": {"you": "You feel better: {amount} hit points more."},
    "launched": {"you": "You launch a {projectile}."},
    "refused": {
        "wall": "There is a wall in the way.",
        "nothing_here": "There is nothing here to pick up.",
        "empty_slot": "There is nothing in that slot.",
        "full_health": "You are already at full health.",
        "own_cell": "Aim it anywhere but at yourself.",
        "out_of_sight": "You cannot see that spot.",
        "in_flight": "Wait until it lands.",
    },
}


def make_fixture_rules(classic: RuleSet) -> RuleSet:
    """Return a rule set in which nothing is left to chance.

    The player has 20 hit points; every blow wounds for exactly 1. The troll `T` stands still and hits nobody, the mouse
    `m` does so too and dies of one blow, the orc `o` chases and hits, the slinger `s` throws a stone every turn.
    """
    projectiles = {kind.name: kind for kind in _projectiles()}
    return attrs.evolve(
        without_chance(classic),
        name="stage",
        title="Stage",
        summary="Nothing is left to chance.",
        objective="",
        conditions={CONFUSED.name: CONFUSED},
        inventory=InventoryShape(slots=10, shows_empty=True),
        terrain=tuple(map(_terrain, classic.terrain[:3])),
        player=ActorKind(
            name="player", glyph=Glyph("@", grey(255)), hit_points=20, stats=SURE, corpse=_corpse("player")
        ),
        monsters={kind.name: kind for kind in _monsters(projectiles["stone"])},
        items={kind.name: kind for kind in _items(projectiles)},
        projectiles=projectiles,
        messages=_texts(classic),
    )


def without_chance(classic: RuleSet) -> RuleSet:
    """Return the rules by which neither blows nor sight depend on chance, for kinds that leave nothing to it."""
    return attrs.evolve(
        classic,
        diagonal=True,
        piles=False,
        remembers=True,
        goals=(KillAll(),),
        sight=Shadowcast(radius=30),
        perception=Mutual(),
        combat=Steps(),
        turns=TurnCosts(),
    )


def _texts(classic: RuleSet) -> dict[str, dict[str, Text]]:
    return {
        event: {
            variant: Text(TEXTS[event][variant], HURT if variant == "at_you" else None)
            if variant in TEXTS.get(event, {})
            else text
            for variant, text in texts.items()
        }
        for event, texts in classic.messages.items()
    }


def _terrain(kind: TerrainKind) -> TerrainKind:
    lit = {"wall": Glyph("#", WALL, WALL_BACKGROUND), "floor": Glyph(".", grey(63), FLOOR_BACKGROUND)}
    faded = {"wall": Glyph("#", grey(80)), "floor": Glyph(".", grey(40))}
    return attrs.evolve(kind, glyph=lit.get(kind.name, kind.glyph), remembered=faded.get(kind.name, kind.remembered))


def _projectiles() -> list[ProjectileKind]:
    return [
        ProjectileKind(name="fireball", glyph=Glyph("*", FIREBALL, bold=True), on_stop=(Blast(radius=2, damage=9),)),
        ProjectileKind(
            name="confusion bolt", glyph=Glyph("*", CONFUSION), diagonal=False, on_hit=(Afflict(CONFUSED, turns=4),)
        ),
        ProjectileKind(name="stone", glyph=Glyph("*", grey(175)), on_hit=(Strike(stats=SURE),)),
    ]


def _items(projectiles: dict[str, ProjectileKind]) -> list[ItemKind]:
    fireball, bolt = projectiles["fireball"], projectiles["confusion bolt"]
    return [
        ItemKind(
            name="health potion",
            glyph=Glyph("!", POTION),
            description="Gives up to 5 hit points back.",
            effects=(Heal(amount=5, refused_when_healthy=True),),
        ),
        ItemKind(name="fireball scroll", glyph=Glyph("?", FIREBALL), effects=(Launch(projectile=fireball),)),
        ItemKind(name="confusion scroll", glyph=Glyph("?", CONFUSION), effects=(Launch(projectile=bolt),)),
        ItemKind(name="lightning scroll", glyph=Glyph("?", (255, 255, 95)), effects=(Lightning(damage=9, range=5),)),
        ItemKind(name="pebble", glyph=Glyph(",", grey(150))),
    ]


def _corpse(name: str) -> ItemKind:
    return ItemKind(name=f"{name} corpse", glyph=Glyph("%", grey(255)), portable=False)


def _monsters(stone: ProjectileKind) -> list[ActorKind]:
    orc = ActorKind(
        name="orc",
        glyph=Glyph("o", ORC),
        description="There is always another one.",
        hit_points=10,
        stats=SURE,
        mind=Chase(memory=3),
        corpse=_corpse("orc"),
    )
    statue = attrs.evolve(
        orc, name="troll", glyph=Glyph("T", TROLL, bold=True), hit_points=24, stats=HARMLESS, mind=None
    )
    return [
        orc,
        statue,
        attrs.evolve(statue, name="mouse", glyph=Glyph("m", grey(150)), hit_points=1, corpse=_corpse("mouse")),
        attrs.evolve(
            orc,
            name="slinger",
            glyph=Glyph("s", grey(200)),
            mind=Skirmish(distance=0, throws=100),
            missile=stone,
            missile_range=20,
        ),
    ]
