"""The record of a game that played itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.autoplay import GameResult, autoplay, play
from roguelike.autoplay.record import Record
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Command, Move, Slot, TakeStairs, Use, Wait
from roguelike.engine.events import Harm
from roguelike.engine.game import Game, new_game
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.gases import GasKind
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.parts.goals import Escape
from roguelike.engine.rules.damage import hurt
from roguelike.engine.scenario import draw
from roguelike.engine.state.actor import Side
from roguelike.engine.state.cause import Cause
from tests.drawn_levels import with_levels

if TYPE_CHECKING:
    from roguelike.autoplay import Observation
    from roguelike.engine.kinds.ruleset import RuleSet

EAST = Direction.EAST
EMBER = load_ruleset("ember")


class Script:
    """A policy that gives the commands of a list, then waits."""

    def __init__(self, *commands: Command) -> None:
        self._commands = list(commands)

    def choose(self, seen: Observation) -> Command:
        """Give the next one."""
        assert seen.me.is_player
        return self._commands.pop(0) if self._commands else Wait()


def told(game: Game, *commands: Command, turns: int = 40) -> GameResult:
    """Return the result of a game that is played so."""
    record = Record(game, Script(*commands))
    for event in play(game, record, turns):
        record.tell(event)
    return record.result(0, stuck=False)


def test_items_count_where_they_are_used_and_not_where_they_are_refused(arena: RuleSet) -> None:
    """The healthy are refused a potion; the second time it is used."""
    game = draw("@...", arena, inventory=["potion", "potion", "potion"])

    assert {} == told(game, Use(0), turns=2).items
    game.world.player.hit_points = 1
    assert {"potion": 2} == told(game, Use(0), Use(1), turns=3).items


def test_a_death_in_melee_is_by_the_monster(arena: RuleSet) -> None:
    """The record has the name of the monster's kind."""
    result = told(draw("@o", arena, hit_points=2))

    assert ("died", "orc", "orc", False) == (result.outcome, result.killer, result.cause, result.won)


def test_a_death_by_a_stone_is_by_its_thrower(arena: RuleSet) -> None:
    """A missile is no cause by itself."""
    result = told(draw("@...s", arena, hit_points=1))

    assert ("slinger", "slinger") == (result.killer, result.cause)


def test_a_burning_player_dies_of_fire(classic: RuleSet) -> None:
    """The thrower does not matter: here the player threw it."""
    game = draw("#@o#", classic, inventory=["fireball scroll"], hit_points=1)
    result = told(game, Use(0, Point(2, 0)))

    assert ("player", "fire") == (result.killer, result.cause)


def test_other_harm_is_a_cause_by_its_name(arena: RuleSet) -> None:
    """Gases count together; the maker of the gas is the killer."""
    swamp, fumes = (ItemKind(name=name, glyph=Glyph("~", (9, 9, 9))) for name in ("swamp", "fumes"))
    rules = attrs.evolve(arena, gases={"fumes": GasKind(name="fumes", color=(9, 9, 9))})

    def cause(means: ItemKind | None) -> str | None:
        record = Record(draw("@", rules), Script())
        player = record.game.world.player
        hurt(record.game.world, player, 99, Harm.OTHER, Cause(None, player.at, means))
        for event in record.game.take_events():
            record.tell(event)
        return record.cause

    assert ["swamp", "gas", "other"] == [cause(means) for means in (swamp, fumes, None)]


def test_the_living_died_of_nothing(arena: RuleSet) -> None:
    """There is no killer either."""
    result = told(draw("@..", arena), turns=3)

    assert (None, None, None, 3) == (result.outcome, result.killer, result.cause, result.turns)
    assert (None, None) == (result.first_danger_turn, result.oil)


def test_the_first_danger_is_the_turn_on_which_an_enemy_comes_into_view(arena: RuleSet) -> None:
    """It is turn 0 if an enemy is in view from the start."""
    corner = "@....\n####.\n####.\n####S"

    assert 0 == told(draw("@..S", arena), turns=2).first_danger_turn
    assert 4 == told(draw(corner, arena), *[Move(EAST)] * 4, turns=6).first_danger_turn


def test_turns_are_counted_by_level(arena: RuleSet) -> None:
    """And how deep the player was, wherever the game ended."""
    game = new_game(with_levels(arena, "#####\n#@>.#\n#####", "#####\n#<..#\n#####"))
    result = told(game, Move(EAST), TakeStairs("down"), Wait(), Wait(), TakeStairs("up"), turns=8)

    assert {"1": 5, "2": 3} == result.levels
    assert (1, 2, 8) == (result.depth, result.deepest, result.turns)


def test_the_record_says_whether_the_player_carries_the_goal(arena: RuleSet) -> None:
    """A death on the climb differs from one on the way down."""
    rules = attrs.evolve(arena, goals=(Escape("pebble"),))

    assert [False, True] == [
        told(draw("@o", rules, inventory=items, hit_points=1)).climbing for items in ([], ["pebble"])
    ]


def test_keys_are_commands_where_a_policy_has_no_automation(classic: RuleSet) -> None:
    """A careful player needs fewer than turns pass."""
    random, careful = (autoplay(classic, 3, 100, policy) for policy in ("random", "careful"))

    assert random.keys >= random.turns
    assert careful.keys < careful.turns


def test_a_stuck_policy_is_recorded(classic: RuleSet) -> None:
    """It is neither a death nor a want of turns."""
    lonely = attrs.evolve(with_levels(classic, "####\n#@.#\n####"), depths=1)

    stuck, short = (autoplay(lonely, 1, turns, "careful") for turns in (5000, 50))

    assert (True, None) == (stuck.stuck, stuck.outcome)
    assert stuck.turns < 5000
    assert (False, None, 50) == (short.stuck, short.outcome, short.turns)


def test_enchantments_are_counted_by_target() -> None:
    """Where it is worn, or its sort, or that it was an ally."""
    scrolls = ["scroll of enchantment"] * 3
    game = draw("@o", EMBER, legend={"o": "orc"}, inventory=[*scrolls, "staff of lightning"])
    game.world.level.actors[1].side = Side.PLAYER
    slots = {item.kind.name: slot for slot, item in enumerate(game.world.player.inventory.slots) if item is not None}
    scroll = slots["scroll of enchantment"]
    uses = [
        Use(scroll, Slot(slots["dagger"])),
        Use(scroll, Slot(slots["staff of lightning"])),
        Use(scroll, Point(1, 0)),
    ]

    assert {"ally": 1, "staff": 1, "weapon": 1} == told(game, *uses, turns=4).enchanted
