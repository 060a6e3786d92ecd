"""Games that play themselves: that they end, repeat, and know no more than the player does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.autoplay import POLICIES, POLICY_STREAM, autoplay, play
from roguelike.autoplay.prospects import damage_per_turn, turns_to_kill
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Command, Move, PickUp, Use, Wait
from roguelike.engine.events import Refused
from roguelike.engine.game import new_game
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.grid import cells_of
from roguelike.engine.kinds.conditions import ConditionKind, Modifier
from roguelike.engine.kinds.terrain import FLOOR, WALL
from roguelike.engine.observation import observe
from roguelike.engine.restore import restore
from roguelike.engine.rng import PCG32, stream_seed
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import snapshot
from roguelike.engine.state.actor import Actor
from roguelike.engine.state.item import Item
from roguelike.engine.state.world import World
from tests.effort import some

if TYPE_CHECKING:
    from roguelike.autoplay import Observation, Policy
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet

OTHER_SEEDS = stream_seed(1, 2, 3)


class Waiter:
    """A policy that never does anything."""

    def choose(self, seen: Observation) -> Command:
        """Use an empty slot."""
        assert seen.me.is_player
        return Wait()


class Bumper:
    """A policy that never asks for anything possible."""

    def choose(self, seen: Observation) -> Command:
        """Use what is not there."""
        return Use(len(seen.me.inventory.slots))


@pytest.fixture(scope="module")
def roguebasin() -> RuleSet:
    """Return a rule set with a scroll of a short range."""
    return load_ruleset("roguebasin")


def begin(ruleset: RuleSet, seed: int, policy: str, turns: int) -> tuple[Game, Policy]:
    """Return a game that has gone on for `turns` turns, and the policy that plays it."""
    game, chosen = new_game(ruleset, seed), POLICIES[policy](PCG32(seed))
    for _ in play(game, chosen, turns):
        pass
    return game, chosen


def choice(game: Game, policy: str = "seek") -> Command:
    """Return the first command of a policy in a game."""
    return POLICIES[policy](PCG32(1)).choose(observe(game.world))


def shown(game: Game) -> World:
    """Return a world that holds only the knowledge of the player of `game`."""
    seen = observe(game.world)
    return World(seen.ruleset, 0, PCG32(0), seen.level, seen.me)


def disturb(world: World) -> None:
    """Change everything about the world that its player cannot know."""
    level, grid = world.level, world.level.grid
    unseen = [point for point in grid.points() if not level.is_visible(point)]
    for point in unseen:
        if not level.is_explored(point):
            level.set_terrain(point, WALL if level.is_walkable(point) else FLOOR)
        level.clear(point)
    for actor in [actor for actor in level.actors if not level.is_visible(actor.at)]:
        level.remove(actor)
    kinds = list(world.ruleset.monsters.values())
    for number, point in enumerate(point for point in unseen if level.is_walkable(point)):
        level.put(Item(list(world.ruleset.items.values())[number % len(world.ruleset.items)]), point)
        kind = kinds[number % len(kinds)]
        level.add(Actor(100 + number, kind, point, kind.hit_points, kind.hit_points))
    for foe in world.visible_monsters():
        foe.energy, foe.noticed_on, foe.idle_turns = 99, 0, 7
    world.rng = PCG32(OTHER_SEEDS)


@pytest.mark.parametrize("policy", POLICIES)
def test_the_same_seed_gives_the_same_result(classic: RuleSet, policy: str) -> None:
    """Recorded games and measurements hang on it; only the seconds may differ."""
    first, second = (autoplay(classic, 3, 300, policy) for _ in range(2))

    assert first == second


def test_another_seed_gives_another_result(classic: RuleSet) -> None:
    """The seed must reach both the game and the policy."""
    assert len({autoplay(classic, seed, 50, "random").digest for seed in range(10)}) == 10


@pytest.mark.parametrize("policy", POLICIES)
def test_hidden_facts_change_no_choice(classic: RuleSet, policy: str) -> None:
    """A bot that knew more than a person would measure nothing; `make soak` tries more games."""
    for seed in range(1, 1 + some(6)):
        game = new_game(classic, seed)
        chosen, other = (POLICIES[policy](PCG32(seed)) for _ in range(2))
        while game.outcome is None and game.world.turn <= 80:
            twin = restore(classic, snapshot(game.world)) if game.world.turn in {0, 1, 5, 20, 40, 80} else game
            if twin is not game:
                disturb(twin.world)
            command = chosen.choose(observe(game.world))

            assert command == other.choose(observe(twin.world)), (seed, game.world.turn)
            game.play(command)


def test_hidden_facts_are_not_observed(classic: RuleSet) -> None:
    """Observations are the same in every cell, so that no other policy can know more."""
    for seed in range(1, 1 + some(6)):
        (game, _), (twin, _) = (begin(classic, seed, "seek", 20) for _ in range(2))
        disturb(twin.world)

        assert snapshot(shown(game)) == snapshot(shown(twin))
        assert observe(game.world).level.passable == observe(twin.world).level.passable


def test_disturbing_is_felt_by_the_game(classic: RuleSet) -> None:
    """The test above would prove nothing if the two games were still the same."""
    game, _ = begin(classic, 1, "seek", 20)
    before = game.digest()

    disturb(game.world)

    assert before != game.digest()


@pytest.mark.parametrize("policy", POLICIES)
def test_choosing_changes_nothing(classic: RuleSet, policy: str) -> None:
    """A policy thinks on copies, and draws from a stream of its own."""
    game, chosen = begin(classic, 5, policy, 30)
    before = game.digest()

    chosen.choose(observe(game.world))

    assert before == game.digest()


def test_observations_share_no_mutable_state_with_the_world(classic: RuleSet) -> None:
    """Changes by a policy to its observation do not affect the game."""
    game = draw("@o!", classic, inventory=["health potion"])
    before = game.digest()

    seen = observe(game.world)
    seen.me.inventory.remove(0)
    seen.me.hit_points = seen.foes[0].hit_points = 1
    seen.level.clear(Point(2, 0))
    seen.level.set_terrain(Point(2, 0), WALL)
    seen.level.remove(seen.foes[0])

    assert before == game.digest()


def test_seek_wins_some_games_and_dies_in_others(classic: RuleSet) -> None:
    """The rule set is tuned to be neither safe nor hopeless."""
    assert {"won", "died"} == {autoplay(classic, seed, 2000, "seek").outcome for seed in range(1, 21)}


def test_every_game_of_seek_is_decided(classic: RuleSet) -> None:
    """It must neither raise nor walk back and forth for ever."""
    results = [autoplay(classic, seed, 2000, "seek") for seed in range(100, 100 + some(15))]

    assert all(result.outcome is not None for result in results)
    assert all((result.killer is None) == (result.outcome == "won") for result in results)


def test_random_never_loops_and_never_wins(classic: RuleSet) -> None:
    """Its commands can be refused, but turns pass, and a careless player dies."""
    results = [autoplay(classic, seed, 200, "random") for seed in range(1, 1 + some(15))]

    assert all(result.turns == 200 or result.outcome == "died" for result in results)


def test_a_won_game_counts_every_monster_killed(classic: RuleSet) -> None:
    """The player wins by killing all monsters, and only the player kills."""
    game = draw("@k", classic, inventory=["lightning scroll"])
    kills = sum(1 for event in play(game, POLICIES["seek"](PCG32(1)), 50) if type(event).__name__ == "Died")

    assert ("won", 1) == (game.outcome, kills)


def test_the_turns_run_out(classic: RuleSet) -> None:
    """A game that is not decided by then is left as it is."""
    result = autoplay(classic, 1, 3, "seek")

    assert (3, None, None) == (result.turns, result.outcome, result.killer)


def test_a_stuck_policy_is_stopped(classic: RuleSet) -> None:
    """Refused commands take no turn, so the limit of turns is not enough."""
    game = draw("@..", classic)

    list(play(game, Bumper(), 10))

    assert game.world.turn == 0


def test_any_policy_can_play(classic: RuleSet) -> None:
    """`play` asks for no more than the protocol does."""
    game = draw("@..", classic)

    list(play(game, Waiter(), 10))

    assert game.world.turn == 10


def test_an_unknown_policy_is_refused(classic: RuleSet) -> None:
    """The command line checks the name before."""
    with pytest.raises(KeyError):
        autoplay(classic, 1, 1, "cheat")


def test_seek_heals_rather_than_dies(classic: RuleSet) -> None:
    """A hit could be the last."""
    game = draw("@T", classic, inventory=["health potion"], hit_points=3)

    assert Use(0) == choice(game)


def test_seek_heals_at_leisure_when_nothing_is_wasted(classic: RuleSet) -> None:
    """No enemy attacks meanwhile."""
    assert Use(0) == choice(draw("@....", classic, inventory=["health potion"], hit_points=15))


def test_seek_keeps_its_potion_when_it_would_be_wasted(classic: RuleSet) -> None:
    """Two hit points are not worth a potion."""
    assert not isinstance(choice(draw("@...!", classic, inventory=["health potion"], hit_points=28)), Use)


def test_seek_burns_a_crowd_from_afar(classic: RuleSet) -> None:
    """Several enemies together, itself out of the fire."""
    game = draw(
        """
        #############
        #@......ooo.#
        #.......ooo.#
        #############
        """,
        classic,
        inventory=["fireball scroll"],
    )

    command = choice(game)

    assert isinstance(command, Use)
    assert isinstance(command.target, Point)
    assert command.target.x >= 5


def test_seek_does_not_burn_itself_to_death(classic: RuleSet) -> None:
    """An adjacent enemy stops the fireball at the player."""
    game = draw("#@o#", classic, inventory=["fireball scroll"], hit_points=10)

    assert Move(Direction.EAST) == choice(game)


def test_seek_reads_no_scroll_at_an_enemy_out_of_range(roguebasin: RuleSet) -> None:
    """It would be refused, and asked for again until the game is given up."""
    game = draw("@.........T", roguebasin, inventory=["scroll of confusion"], hit_points=5)

    assert not isinstance(choice(game), Use)


def test_seek_is_never_refused_anything(roguebasin: RuleSet) -> None:
    """A person would have read the reason."""
    for seed in (9, 10, 11, 36, 38):
        game = new_game(roguebasin, seed)
        policy = POLICIES["seek"](PCG32(stream_seed(seed, POLICY_STREAM)))

        assert not any(isinstance(event, Refused) for event in play(game, policy, 300))


def test_seek_considers_only_the_nearest_of_a_crowd(roguebasin: RuleSet) -> None:
    """The monster after the last considered one could be confused as well."""
    crowd = "\n".join(["." + "o" * 10, *["." * 3 + "o" * 8] * 2, "@.." + "o" * 8, *["." * 3 + "o" * 8] * 3])

    assert isinstance(choice(draw(crowd, roguebasin, inventory=["scroll of confusion"], hit_points=3)), Use)


def test_seek_attacks_adjacent_enemies(classic: RuleSet) -> None:
    """An orc is worth no scroll to a player in full health."""
    assert Move(Direction.EAST) == choice(draw("@o", classic, inventory=["lightning scroll"]))


def test_seek_waits_for_melee_enemies(classic: RuleSet) -> None:
    """The side that closes the gap gives away the first attack."""
    assert Wait() == choice(draw("@..o", classic))


def test_seek_approaches_a_thrower(classic: RuleSet) -> None:
    """A thrower does not come."""
    assert Move(Direction.EAST) == choice(draw("@....s", classic))


def test_seek_withdraws_from_a_crowd(classic: RuleSet) -> None:
    """Only one of them reaches it in the corridor."""
    game = draw(
        """
        ##########
        ####.....#
        ...@....o#
        ####....o#
        ##########
        """,
        classic,
    )

    assert Move(Direction.WEST) == choice(game)


def test_seek_runs_for_a_potion_that_it_knows(classic: RuleSet) -> None:
    """Badly hurt, with the potion nearer to it than to the orc."""
    assert Move(Direction.WEST) == choice(draw("!..@....o", classic, hit_points=8))


def test_seek_takes_the_items_underfoot(classic: RuleSet) -> None:
    """Standing on it, it picks it up."""
    game = draw("!@", classic)
    game.play(Move(Direction.WEST))

    assert PickUp() == choice(game)


def test_seek_remembers_items_out_of_view(classic: RuleSet) -> None:
    """The map no longer shows them, but it was there."""
    game = draw("@.!", classic)
    seeker = POLICIES["seek"](PCG32(1))
    seeker.choose(observe(game.world))
    blind = observe(game.world)
    blind.level.visible = bytearray(blind.level.grid.size)
    blind.level.items.clear()

    assert Move(Direction.EAST) == seeker.choose(blind)


def test_seek_explores_the_whole_level_without_enemies(classic: RuleSet) -> None:
    """Exploring goes on until nothing is left to see."""
    game = new_game(classic, 4)
    for actor in [actor for actor in game.world.level.actors if not actor.is_player]:
        game.world.level.remove(actor)

    list(play(game, POLICIES["seek"](PCG32(1)), 600))

    level = game.world.level
    assert [] == [cell for cell in cells_of(level.passable) if not level.explored[cell]]


def test_the_cost_of_a_fight_depends_on_present_speeds(classic: RuleSet) -> None:
    """A hasty enemy attacks twice as often, and a hasty player needs half the time."""
    hasty = ConditionKind(name="hasty", modifiers=(Modifier("speed", factor=200),))
    game = draw("@o", classic)
    player, foe = game.world.level.actors

    def prospects() -> tuple[float, float]:
        known = observe(game.world)
        return damage_per_turn(known, known.foes[0]), turns_to_kill(known, known.foes[0])

    damage, turns = prospects()
    for actor in (player, foe):
        afflict(game.world, actor, hasty, 5)

    assert (2 * damage, turns / 2) == prospects()


def test_it_does_not_run_for_a_potion_that_a_hasty_foe_reaches_first(classic: RuleSet) -> None:
    """The enemy's present speed counts."""
    told = []
    for factor in (100, 200):
        hasty = ConditionKind(name="hasty", modifiers=(Modifier("speed", factor=factor),))
        game = draw("@...!....o", classic, hit_points=2, legend={"!": "health potion"})
        afflict(game.world, game.world.level.actors[1], hasty, 50)
        told.append(choice(game))

    assert Move(Direction.EAST) == told[0]
    assert told[0] != told[1]
