"""The sapper of Ember: it lights a keg near the player and bursts three turns later, unless it is killed first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.automation.explore import Explore
from roguelike.automation.rest import Rest
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, ThrowItem, Wait
from roguelike.engine.events import Acted, Died, Exploded, Harm, Harmed
from roguelike.engine.geometry import Direction
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.restore import restore
from roguelike.engine.rules.fuses import fuse_of
from roguelike.engine.rules.most_damage import most_this_turn
from roguelike.engine.snapshot import snapshot
from roguelike.narration.examine import examine
from tests.automation.driving import drive
from tests.dark import others, scene

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.game import Game

EMBER = load_ruleset("ember")
SEEDS = range(60)
MOST = EMBER.combat.damage_dice.most(9)
HALL = """
    ##################
    #................#
    #......@....k....#
    #................#
    ##################
    """


def told(game: Game) -> tuple[str, ...]:
    """Return the description of the sapper."""
    about = examine(observe(game.world), next(each.at for each in others(game) if each.kind.name == "sapper"))
    assert about is not None
    return about.lines


def lit(picture: str, seed: int = 0) -> Game:
    """Return the game in the turn after the sapper has lit its keg."""
    game = scene(picture, EMBER, Mood.HUNTING, seed=seed)
    (sapper,) = (each for each in others(game) if each.kind.name == "sapper")
    for _ in range(10):
        if fuse_of(sapper) is None:
            game.play(Wait())
    assert fuse_of(sapper) is not None
    return game


def lost(command: Command, seed: int) -> int:
    """Return the hit points that three turns of a command cost after the keg is lit, and check that it bursts then."""
    game = lit(HALL, seed)
    events: list[AnyEvent] = [event for _ in range(3) for event in game.play(command)]
    assert 1 == sum(isinstance(each, Exploded) for each in events)
    assert [] == others(game)
    return game.world.player.max_hit_points - game.world.player.hit_points


def test_stepping_away_from_a_lit_keg_costs_less_than_standing() -> None:
    """Every burst damages a waiting player; three steps away suffice, since it lights its keg at a distance."""
    stood = [lost(Wait(), seed) for seed in SEEDS]
    left = [lost(Move(Direction.WEST), seed) for seed in SEEDS]

    assert min(stood) > 0
    assert max(stood) <= (MOST or 0)
    assert sum(left) * 4 < sum(stood)


def test_a_keg_is_told_before_it_is_lit_and_counts_down() -> None:
    """In the panel, in the maximum of the turn, and in a message; a snapshot keeps the count."""
    game = scene("@.....k", EMBER, Mood.ASLEEP)
    assert f"at most {MOST}" in told(game)
    assert any(f"{MOST} damage within 1" in line for line in told(game))
    assert "It cannot hurt you" not in told(game)
    assert 0 == most_this_turn(observe(game.world))

    game = scene("@....k", EMBER, Mood.HUNTING)
    (deed,) = (each for each in game.play(Wait()) if isinstance(each, Acted))
    assert "lights a keg" == deed.deed
    counts = []
    for _ in range(3):
        most = most_this_turn(observe(game.world))
        counts += [(told(game)[1], most)]
        assert restore(EMBER, snapshot(game.world)).digest() == game.digest()
        game.play(Wait())
    assert [("Bursts in 3", 0), ("Bursts in 2", 0), ("Bursts in 1", MOST)] == counts
    assert [] == others(game)


def test_a_dart_that_kills_it_among_its_fellows_bursts_nothing() -> None:
    """A sapper that bursts damages adjacent fellows, even diagonally."""
    killed = 0
    for seed in SEEDS:
        game = lit("#####\n#@.o#\n#..k#\n#####", seed)
        orc, sapper = (next(each for each in others(game) if each.kind.name == name) for name in ("orc", "sapper"))
        me, sapper.hit_points = game.world.player, 1
        me.hit_points = me.max_hit_points = 1000
        events: list[AnyEvent] = []
        for _ in range(3):
            slot = next(number for number, each in enumerate(me.inventory.slots) if each and each.kind.name == "dart")
            events += game.play(ThrowItem(slot, sapper.at)) if sapper.is_alive else game.play(Wait())
        struck = any(isinstance(each, Died) and each.killer is not None for each in events)
        assert struck != any(isinstance(each, Exploded) for each in events)
        burned = [each.victim.id for each in events if isinstance(each, Harmed) and each.harm is Harm.FIRE]
        assert not struck or orc.id not in burned
        killed += struck

    assert killed > len(SEEDS) // 2


@pytest.mark.parametrize("where", ["#####\n#@k.#\n#.oo#\n#####", "#####\n#k..#\n#.@o#\n#####"])
def test_a_burst_reaches_adjacent_actors_and_ignites_flammable_cells(where: str) -> None:
    """Even its fellows, and even diagonally."""
    for seed in range(10):
        game = lit(where, seed)
        me, level = game.world.player, game.world.level
        me.hit_points = me.max_hit_points = 1000
        orcs = [each for each in others(game) if each.kind.name == "orc"]
        for each in orcs:
            each.hit_points = each.max_hit_points = 1000
        grass = next(code for code, kind in enumerate(EMBER.terrain) if kind.name == "grass")
        for cell in range(level.grid.size):
            if level.passable >> cell & 1:
                level.set_terrain(level.grid.point(cell), grass)
        (burst,) = (each for _ in range(3) for each in game.play(Wait()) if isinstance(each, Exploded))
        reached = burst.cells
        assert all((each.hit_points < 1000) == (each.at in reached) for each in (me, *orcs))
        assert level.burning


@pytest.mark.parametrize("running", [Explore, Rest])
def test_nothing_runs_on_while_a_keg_burns(running: type[Explore | Rest]) -> None:
    """Automations stop, or do not begin."""
    game = lit(HALL)
    game.world.player.hit_points = 10
    turn = game.world.turn
    assert "sapper" in drive(game, running()).reason
    assert turn == game.world.turn


def test_a_condition_that_bursts_counts_rounds() -> None:
    """Only rounds make the time of the burst known."""
    with pytest.raises(ValueError, match="bursts"):
        attrs.evolve(EMBER.conditions["keg"], counts="actions")
