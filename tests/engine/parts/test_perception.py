"""Noticing by noise."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import attrs

from roguelike.engine.commands import Cover, Move, Wait
from roguelike.engine.events import Noticed
from roguelike.engine.geometry import Direction
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.parts.perception import Noise
from roguelike.engine.scenario import draw
from tests.dark import dark, moods, others, put_to, scene, wait

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet


USUAL = Noise(asleep=8, seen=33, unseen=20)


def awake(picture: str, rules: RuleSet) -> list[Mood]:
    """Step east among sleepers, and return the moods of all."""
    game = scene(picture, rules, Mood.ASLEEP)
    game.play(Move(Direction.EAST))
    return moods(game)


def test_a_sleeper_wakes_within_half_of_the_noise(arena: RuleSet) -> None:
    """The noise radius of a step is 14: sleepers wake at 7 steps, but not at 8."""
    assert [Mood.HUNTING] == awake("@.......o..", dark(arena))
    assert [Mood.ASLEEP] == awake("@........o.", dark(arena))


def test_walls_and_detours_count(arena: RuleSet) -> None:
    """Distances are measured along the monster's path."""
    assert [Mood.ASLEEP] == awake("@..#o\n...#.\n...#.\n...#.\n.....", dark(arena))


def test_a_horde_wakes_as_one_by_one_draw(arena: RuleSet) -> None:
    """The nearest sleeper of each horde draws for the whole horde."""
    rules = attrs.evolve(dark(arena), perception=Noise(asleep=50, seen=0, unseen=0))
    woken = []
    for seed in range(400):
        game = draw("@..oooo.....", rules, seed=seed)
        for actor in put_to(Mood.ASLEEP, game)[1:]:
            actor.leader = others(game)[0].id
        game.play(Wait())
        woken.append(moods(game).count(Mood.HUNTING))

    assert {0, 4} == set(woken)
    assert 160 < woken.count(4) < 240


def test_deep_sleepers_have_a_chance_of_their_own(arena: RuleSet) -> None:
    """The kind can have its own chance."""
    assert [Mood.ASLEEP] == awake("@..o..", dark(arena, wakes=0))
    assert [Mood.HUNTING] == awake("@..o..", dark(arena, sure=False, wakes=100))


def test_awake_monsters_see_within_the_noise_radius_and_hear_within_half(arena: RuleSet) -> None:
    """Seeing needs only a clear line, even without light: a player with a covered lamp is seen within 7 steps."""
    only_seen = attrs.evolve(dark(arena), perception=Noise(asleep=0, seen=100, unseen=0))
    only_heard = attrs.evolve(dark(arena), perception=Noise(asleep=0, seen=0, unseen=100))

    def noticed(picture: str, rules: RuleSet, *, covered: bool = False) -> bool:
        game = scene(picture, rules, Mood.ROAMING)
        game.world.player.covered = covered
        game.play(Move(Direction.EAST))
        return moods(game) == [Mood.HUNTING]

    assert noticed("@..............o", only_seen)
    assert not noticed("@...............o", only_seen)
    assert noticed("@.......o", only_seen, covered=True)
    assert not noticed("@........o", only_seen, covered=True)
    assert not noticed("@...#o\n......", only_seen)
    assert noticed("@...#o\n......", only_heard)
    assert not noticed("@....#...o\n..........", only_heard)


def test_noticing_is_once_a_round_however_fast_a_monster_is(arena: RuleSet) -> None:
    """Speed does not improve hearing."""
    rules = attrs.evolve(dark(arena, speed=400), perception=Noise(asleep=0, seen=50, unseen=0))
    noticed = 0
    for seed in range(400):
        game = scene("@....o", rules, Mood.ROAMING, seed=seed)
        others(game)[0].idle_turns = 0
        game.play(Wait())
        noticed += moods(game) == [Mood.HUNTING]

    assert 160 < noticed < 240


def test_hunters_keep_on_within_twice_the_noise_and_then_for_their_memory(arena: RuleSet) -> None:
    """After that they roam to the player's last known cell."""
    rules = dark(arena, sure=False, speed=1)
    game = scene("@" + "." * 9 + "#o\n" + "." * 12, rules, Mood.HUNTING)
    orc = others(game)[0]
    orc.noticed_on = 0

    wait(game, 5)
    assert 5 == orc.noticed_on + 1  # 11 steps are within 2 x 7
    game.world.player.covered = True
    wait(game, 20)
    assert Mood.HUNTING == orc.mood
    assert 4 == orc.noticed_on


def test_a_hunter_that_loses_the_player_goes_where_they_were(arena: RuleSet) -> None:
    """After its memory has run out."""
    game = scene("@........#o\n...........", dark(arena, sure=False), Mood.HUNTING)
    orc = others(game)[0]
    game.world.turn, orc.noticed_on, orc.goal = 30, 5, game.world.player.at
    game.world.player.covered = True

    wait(game)

    assert Mood.ROAMING == orc.mood
    assert game.world.player.at == orc.goal


def test_a_monster_that_always_knows_hunts_from_anywhere(arena: RuleSet) -> None:
    """Even without noise."""
    game = scene("@...#....#..o\n....#.##.#.#.\n......##...#.", dark(arena, sure=False, always=True))

    wait(game, 12)

    assert [Mood.HUNTING] == moods(game)
    assert 2 > abs(others(game)[0].at.x - game.world.player.at.x)


def test_the_panel_tells_the_chance_by_known_cells(arena: RuleSet) -> None:
    """Half the noise radius for a sleeper, the full one for an awake monster in view."""
    game = scene("@.....o...", attrs.evolve(dark(arena), perception=USUAL), Mood.ASLEEP)

    def chance(game: Game) -> Fraction:
        seen = observe(game.world)
        return seen.chance_to_notice(seen.foes[0])

    game.world.noise = 14
    assert Fraction(8, 100) == chance(game)
    game.world.noise = 11
    assert Fraction(0) == chance(game)
    put_to(Mood.ROAMING, game)
    assert Fraction(33, 100) == chance(game)
    game.world.noise = 5
    assert Fraction(0) == chance(game)
    put_to(Mood.HUNTING, game)
    assert Fraction(1) == chance(game)


def test_the_mood_of_a_monster_is_visible(arena: RuleSet) -> None:
    """The turn on which it noticed, its leader and its goal are not visible."""
    game = scene("@.....o...", dark(arena), Mood.ASLEEP)
    before = observe(game.world)
    assert Mood.ASLEEP == before.foes[0].mood
    assert not before.hunts(before.foes[0])

    events = game.play(Move(Direction.EAST))
    after = observe(game.world)

    assert [others(game)[0].ref] == [event.who for event in events if isinstance(event, Noticed)]
    assert after.hunts(after.foes[0])
    assert (None, None, 0) == (after.foes[0].noticed_on, after.foes[0].goal, after.foes[0].leader)


def test_covering_the_lamp_lets_one_pass(arena: RuleSet) -> None:
    """With a covered lamp, a step wakes no sleeper four steps away."""
    game = scene("@...o", dark(arena), Mood.ASLEEP)
    game.world.level.actors[1].mood = Mood.HELD
    game.play(Cover())
    put_to(Mood.ASLEEP, game)

    game.play(Wait())

    assert [Mood.ASLEEP] == moods(game)
