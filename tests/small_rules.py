"""A rule set folder for whole games on a terminal: two small rooms, things to take in the one, a biter in the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.content import loader
from roguelike.engine.commands import Command, Move, PickUp, Use, Wait
from roguelike.engine.game import Game, new_game
from roguelike.engine.geometry import Direction, Point, chebyshev_distance, direction_to
from roguelike.engine.rules.paths import a_star
from roguelike.settings.presets import STANDARD

if TYPE_CHECKING:
    from pathlib import Path

    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.actor import Actor

VI_KEYS: dict[Direction, str] = {direction: key for key, direction in STANDARD.directions.items() if key in "hjklyubn"}

RULESET = """
title = "Small"
summary = "Two rooms, and a biter in one of them."
piles = false
goals = [{ goal = "kill_all" }]
sight = { see = "shadowcast", radius = 12 }
combat = { fight = "steps" }
corpse = { name = "{name} corpse", char = "%" }
[player]
glyph = { char = "@", color = [255, 255, 255] }
hit_points = HIT_POINTS
stats = { attack = 1 }
[generator]
make = "rooms"
width = 32
height = 10
attempts = 12
room_width = [7, 9]
room_height = [4, 6]
loops = 0
monsters_in_room = [1]
items_in_room = [2]
residents = [{ monster = "biter", weight = 1 }]
treasures = [{ item = "health potion", weight = 1 }, { item = "fireball scroll", weight = 1 }]
"""
MONSTERS = """
[biter]
glyph = { char = "b", color = [0, 200, 0] }
hit_points = 4
stats = { attack = 1 }
mind = { think = "chase", memory = 9 }
"""
ITEMS = """
["health potion"]
glyph = { char = "!", color = [255, 0, 255] }
effects = [{ do = "heal", amount = 5, refused_when_healthy = true }]
["fireball scroll"]
glyph = { char = "?", color = [255, 127, 0] }
effects = [{ do = "launch", projectile = "fireball" }]
"""
PROJECTILES = """
[fireball]
glyph = { char = "*", color = [255, 127, 0] }
on_stop = [{ do = "blast", radius = 1, damage = 1 }]
"""


def write_rules(folder: Path, *, hit_points: int = 20) -> RuleSet:
    """Write the rule set's files into `folder`, and read it."""
    folder.mkdir()
    files = {"ruleset": RULESET, "monsters": MONSTERS, "items": ITEMS, "projectiles": PROJECTILES}
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text.replace("HIT_POINTS", str(hit_points)), encoding="utf-8")
    return loader.load_ruleset(folder)


@attrs.define
class Story:
    """A game that is played ahead, and the keys with which a person would play it."""

    game: Game
    keys: list[str] = attrs.field(factory=list)
    commands: list[Command] = attrs.field(factory=list)

    @property
    def at(self) -> Point:
        """Where the player is."""
        return self.game.world.player.at

    @property
    def enemy(self) -> Actor | None:
        """The nearest enemy in view."""
        seen = self.game.world.visible_monsters()
        return seen[0] if seen else None

    @property
    def carried(self) -> list[str]:
        """The names of what the player carries."""
        return [item.kind.name if item else "" for item in self.game.world.player.inventory.slots]

    def do(self, command: Command, *keys: str) -> None:
        """Play a command, for which these keys are pressed."""
        self.game.play(command)
        self.commands.append(command)
        self.keys += keys

    def wait(self) -> None:
        """Wait for one turn."""
        self.do(Wait(), ".")

    def step(self, direction: Direction) -> None:
        """Step or strike."""
        self.do(Move(direction), VI_KEYS[direction])

    def go_towards(self, goal: Point) -> bool:
        """Make one step on the way to `goal`; false where there is none."""
        level = self.game.world.level
        way = a_star(self.at, goal, lambda cell: level.is_walkable(cell) and (cell == goal or not level.actor_at(cell)))
        if way is None or len(way) < 2:
            return False
        self.step(direction_to(self.at, way[-2]))
        return True

    def collect(self) -> bool:
        """Take everything that is in view from the start; false if an enemy comes into view meanwhile."""
        level = self.game.world.level
        for goal in [level.grid.point(place) for place in sorted(level.items) if level.visible[place]]:
            while self.at != goal:
                if self.enemy is not None or not self.go_towards(goal):
                    return False
            self.do(PickUp(), "g")
        return self.enemy is None

    def find_enemy(self) -> bool:
        """Walk until an enemy is in view, at least four cells away; false if there is none like that."""
        hidden = self.game.world.level.actors[1:]
        while hidden and self.enemy is None:
            if not self.go_towards(hidden[0].at):
                return False
        return self.enemy is not None and chebyshev_distance(self.at, self.enemy.at) >= 4

    def launch(self) -> None:
        """Launch the fireball at the nearest enemy, the first target of the aim."""
        slot = self.carried.index("fireball scroll")
        assert self.enemy is not None
        self.do(Use(slot, self.enemy.at), "i", "abcdefghij"[slot], "enter")

    def drink(self) -> None:
        """Drink a potion."""
        slot = self.carried.index("health potion")
        self.do(Use(slot), "i", "abcdefghij"[slot])

    def fight(self) -> None:
        """Wait for the enemy, and strike until it is dead, or the player is."""
        while self.game.outcome is None and self.enemy is not None:
            if chebyshev_distance(self.at, self.enemy.at) == 1:
                self.step(direction_to(self.at, self.enemy.at))
            else:
                self.wait()


def find_story(ruleset: RuleSet) -> tuple[int, Story]:
    """Return the first seed, and its story up to there, in which one enemy is met from afar with all that is needed."""
    wanted = {"health potion", "fireball scroll"}
    for seed in range(1000):
        story = Story(new_game(ruleset, seed))
        is_alone = len(story.game.world.level.actors) == 1 + 1
        if is_alone and story.collect() and story.find_enemy() and wanted <= set(story.carried):
            return seed, story
    raise AssertionError("no seed gives the wanted level")
