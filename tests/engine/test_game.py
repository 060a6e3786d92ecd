"""The loop of turns, ticks and refusals, and how a game ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.commands import Command, Drop, Move, PickUp, Throw, Use, Wait
from roguelike.engine.events import (
    AnyEvent,
    Bumped,
    CameIntoView,
    Died,
    Launched,
    Moved,
    Reason,
    Refused,
    Started,
    Struck,
    TurnEnded,
    Won,
)
from roguelike.engine.game import begin, new_game
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.grid import Grid
from roguelike.engine.kinds.conditions import ConditionKind, Modifier
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.heading import TurnCosts
from roguelike.engine.kinds.limits import ACTION_BUDGET, MAX_ENERGY
from roguelike.engine.kinds.projectiles import ProjectileKind
from roguelike.engine.kinds.terrain import FLOOR
from roguelike.engine.level_plan import MAX_MONSTERS, LevelPlan, NoLevel, PlannedMonster
from roguelike.engine.parts.effects.damage import Blast
from roguelike.engine.parts.effects.delivery import Launch
from roguelike.engine.parts.effects.healing import Heal
from roguelike.engine.parts.fov import Shadowcast
from roguelike.engine.parts.minds import Wander
from roguelike.engine.restore import restore
from roguelike.engine.rng import PCG32
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import snapshot
from roguelike.engine.state.actor import Side
from roguelike.tutorials.minds.assault import Assault
from roguelike.tutorials.minds.path import Path
from roguelike.tutorials.minds.search import Search
from tests.arena import confuse

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.families import Effect, Mind
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World

EVERY_COMMAND = [
    Wait(),
    Move(Direction.EAST),
    Move(Direction.NORTH_WEST),
    PickUp(),
    Drop(0),
    Drop(-1),
    Use(0, Point(5, 1)),
    Use(1),
    Use(99),
    Throw(Point(5, 1)),
]


def monster(game: Game, number: int = 0) -> Actor:
    """Return a living monster, by order of creation."""
    return [actor for actor in game.world.level.actors if actor is not game.world.player][number]


def test_a_new_game_reports_its_start(classic: RuleSet) -> None:
    """The greeting is the first message of the log."""
    assert Started() == new_game(classic, seed=1).events[0]


def test_a_new_game_reports_the_monsters_in_view(classic: RuleSet) -> None:
    """The log reports each monster in view at the start once."""
    far_sighted = attrs.evolve(classic, sight=Shadowcast(radius=60))
    games = [new_game(far_sighted, seed=seed) for seed in range(8)]

    told = [[event.who for event in game.events if isinstance(event, CameIntoView)] for game in games]

    assert any(told)
    assert [sorted(actor.id for actor in game.world.visible_monsters()) for game in games] == [
        sorted(who.id for who in told_of_one) for told_of_one in told
    ]


def test_the_same_seed_gives_the_same_game(classic: RuleSet) -> None:
    """A seed is enough to share a level."""
    assert new_game(classic, seed=7).digest() == new_game(classic, seed=7).digest()


def test_another_seed_gives_another_game(classic: RuleSet) -> None:
    """Twenty seeds, twenty levels."""
    assert len({new_game(classic, seed=seed).digest() for seed in range(20)}) == 20


def test_a_level_does_not_depend_on_the_play_before_it(classic: RuleSet) -> None:
    """Levels and play draw from separate streams, so play does not continue the numbers of the level."""
    game = new_game(classic, seed=7)
    game.play(Wait())

    assert new_game(classic, seed=7).world.level.terrain == game.world.level.terrain


def test_a_plan_without_a_place_for_the_player_is_refused(arena: RuleSet) -> None:
    """A map generator that forgets the start gets an immediate error, instead of a later failure of the game."""
    with pytest.raises(NoLevel, match="no place for the player"):
        begin(arena, LevelPlan(Grid(5, 5)), 1, PCG32(1))


def test_a_level_holds_no_more_monsters_than_can_be_saved(arena: RuleSet) -> None:
    """A rule set can define any number, but a game with more could not be loaded again."""
    plan = LevelPlan(Grid(200, 20), start=Point(0, 0))
    for point in plan.grid.points():
        plan.set_terrain(point, FLOOR)
    plan.monsters = [
        PlannedMonster(arena.monsters["mouse"], point) for point in plan.grid.points() if point != plan.start
    ]

    game = begin(arena, plan, 1, PCG32(1))

    assert 1 + MAX_MONSTERS == len(game.world.level.actors)
    assert game.digest() == restore(arena, snapshot(game.world)).digest()


@pytest.mark.parametrize(
    ("speed", "throws", "expected"),
    [(100, (), 2000), (1000, (), 200), (100, (Heal(1),) * 2, 666), (200, (Blast(radius=20, damage=1),), 19)],
)
def test_a_level_has_no_more_monsters_than_can_act_in_time(
    arena: RuleSet, speed: int, throws: tuple[Effect, ...], expected: int
) -> None:
    """Fast monsters count as often as they act, and throwers by the cost of their missiles."""
    missile = ProjectileKind(name="storm", glyph=Glyph("*", (1, 2, 3)), on_stop=throws)
    kind = attrs.evolve(arena.monsters["mouse"], speed=speed, missile=missile if throws else None)
    plan = LevelPlan(Grid(200, 20), start=Point(0, 0))
    plan.monsters = [PlannedMonster(kind, point) for point in plan.grid.points() if point != plan.start]
    plan.terrain[:] = bytes([FLOOR]) * plan.grid.size

    assert 1 + expected == len(begin(arena, plan, 1, PCG32(1)).world.level.actors)


@pytest.mark.parametrize(
    ("mind", "expected"),
    [(Path(), 181), (Search(ahead=20), 39), (Search(), 500), (Assault(longest=100), 117), (Assault(), 666)],
    ids=["path", "search far", "search", "assault far", "assault"],
)
def test_monsters_that_search_for_a_path_count_by_its_cost(arena: RuleSet, mind: Mind, expected: int) -> None:
    """A large level that thousands of monsters search completely would take a minute per turn."""
    kind = attrs.evolve(arena.monsters["mouse"], mind=mind)
    plan = LevelPlan(Grid(200, 20), start=Point(0, 0))
    plan.monsters = [PlannedMonster(kind, point) for point in plan.grid.points() if point != plan.start]
    plan.terrain[:] = bytes([FLOOR]) * plan.grid.size

    assert 1 + expected == len(begin(arena, plan, 1, PCG32(1)).world.level.actors)


def test_a_submitted_command_waits_for_the_update(arena: RuleSet) -> None:
    """The queue is filled while keys come in, and emptied by the loop."""
    game = draw("@..", arena)
    game.submit(Move(Direction.EAST))
    before = game.world.player.at

    game.update()

    assert (Point(0, 0), Point(1, 0)) == (before, game.world.player.at)


def test_queued_commands_are_performed_in_order(arena: RuleSet) -> None:
    """Two keys pressed together are two turns."""
    game = draw("@..", arena)
    game.submit(Move(Direction.EAST))
    game.submit(Move(Direction.WEST))

    game.update()

    assert (
        Moved(game.world.player.ref, Point(0, 0), Point(1, 0)),
        TurnEnded(1),
        Moved(game.world.player.ref, Point(1, 0), Point(0, 0)),
        TurnEnded(2),
    ) == tuple(game.events)


def test_playing_a_command_gives_its_events_and_empties_the_queue(arena: RuleSet) -> None:
    """Tests and bots get every event once."""
    game = draw("@..", arena)

    events = game.play(Wait())

    assert [TurnEnded(1)] == events
    assert not game.events


def test_monsters_act_in_the_order_of_their_creation(arena: RuleSet) -> None:
    """The order must not depend on memory addresses or on positions."""
    game = draw("@.....o\n......o\no......", arena)

    movers = [event.who.id for event in game.play(Wait()) if isinstance(event, Moved)]

    assert [2, 3, 4] == movers


@pytest.mark.parametrize(("glyph", "steps"), [("o", [1, 1, 1, 1]), ("h", [2, 2, 2, 2]), ("n", [0, 1, 0, 1])])
def test_speed_decides_how_often_a_monster_acts(arena: RuleSet, glyph: str, steps: list[int]) -> None:
    """At 200 it acts twice a turn, at 50 every other turn."""
    game = draw(f"@............{glyph}", arena)

    walked = [sum(isinstance(event, Moved) for event in game.play(Wait())) for _ in steps]

    assert steps == walked


def test_a_player_of_twice_the_speed_acts_twice_before_the_others(arena: RuleSet) -> None:
    """The energy rule is one for all."""
    hasty = attrs.evolve(arena, player=attrs.evolve(arena.player, speed=200))
    game = draw("@............o", hasty)

    walked = [sum(isinstance(event, Moved) for event in game.play(Wait())) for _ in range(4)]

    assert [1, 0, 1, 0] == walked


def test_a_player_of_half_the_speed_lets_the_others_act_twice(arena: RuleSet) -> None:
    """A slow player loses turns."""
    slow = attrs.evolve(arena, player=attrs.evolve(arena.player, speed=50))
    game = draw("@............o", slow)

    walked = [sum(isinstance(event, Moved) for event in game.play(Wait())) for _ in range(3)]

    assert [2, 2, 2] == walked


@pytest.mark.parametrize(
    ("costs", "command"),
    [
        (TurnCosts(wait=False), Wait()),
        (TurnCosts(move=False), Move(Direction.EAST)),
        (TurnCosts(pick_up=False), PickUp()),
        (TurnCosts(drop=False), Drop(0)),
        (TurnCosts(use=False), Use(1)),
        (TurnCosts(launch=False), Use(2, Point(5, 0))),
    ],
)
def test_a_rule_set_can_make_any_command_free(arena: RuleSet, costs: TurnCosts, command: Command) -> None:
    """Turn costs differ between rule sets; after a free command no monster acts."""
    free = attrs.evolve(arena, turns=costs)
    at_cost, for_free = (
        draw(
            """
            @......
            ######.
            o......
            """,
            ruleset,
            inventory=["pebble", "potion", "bolt"],
            hit_points=9,
        )
        for ruleset in (arena, free)
    )
    for game in (at_cost, for_free):
        if isinstance(command, PickUp):
            game.play(Drop(0))
    turn = at_cost.world.turn
    before = for_free.world.turn

    at_cost.play(command)
    events = for_free.play(command)

    assert (turn + 1, before) == (at_cost.world.turn, for_free.world.turn)
    assert not any(isinstance(event, TurnEnded | Refused) for event in events)


@pytest.mark.parametrize("command", EVERY_COMMAND, ids=repr)
def test_every_command_is_refused_while_a_projectile_flies(arena: RuleSet, command: Command) -> None:
    """Projectiles land before any other command (C9-39, including drops by ruling D5)."""
    game = draw("@......S", arena, inventory=["fireball", "potion"], hit_points=9)
    game.submit(Use(0, Point(7, 0)))
    game.update()
    game.tick()
    game.events.clear()
    before = game.digest()

    game.submit(command)
    game.update()

    assert [Refused(Reason.IN_FLIGHT)] == list(game.events)
    assert before == game.digest()
    assert game.in_flight


@pytest.mark.parametrize("command", EVERY_COMMAND, ids=repr)
@pytest.mark.parametrize("outcome", ["died", "won"])
def test_every_command_is_refused_when_the_game_is_over(arena: RuleSet, command: Command, outcome: str) -> None:
    """A finished game does not change."""
    game = draw("@o" if outcome == "died" else "@m", arena, inventory=["bolt", "potion"], hit_points=1)
    game.play(Move(Direction.EAST))
    before = game.digest()

    events = game.play(command)

    assert outcome == game.outcome
    assert [Refused(Reason.GAME_OVER)] == events
    assert before == game.digest()


def test_a_tick_moves_a_projectile_by_one_cell(arena: RuleSet) -> None:
    """33 ms a cell, whatever the distance."""
    game = draw("@......S", arena, inventory=["bolt"])
    game.submit(Use(0, Point(7, 0)))
    game.update()
    seen = []

    for _ in range(3):
        seen.append(game.world.level.projectiles[0].at)
        game.tick()

    assert [Point(0, 0), Point(1, 0), Point(2, 0)] == seen


def test_a_tick_with_nothing_in_the_air_does_nothing(arena: RuleSet) -> None:
    """The UI can tick once too often."""
    game = draw("@..o", arena)
    before = game.digest()

    game.tick()

    assert before == game.digest()
    assert not game.events


def test_monsters_wait_until_the_missile_has_landed(arena: RuleSet) -> None:
    """The monsters see the burst before they move, not after."""
    game = draw("@.......o", arena, inventory=["bolt"])
    game.submit(Use(0, Point(4, 0)))
    game.update()
    in_the_air = []

    while game.in_flight:
        in_the_air.append((monster(game).at, game.world.turn))
        game.tick()

    assert {(Point(8, 0), 0)} == set(in_the_air)
    assert (Point(7, 0), 1) == (monster(game).at, game.world.turn)


def test_death_stops_the_turn_immediately(arena: RuleSet) -> None:
    """Of two orcs only the first attacks a player with one hit point left (rulings D4 and D19)."""
    game = draw("o@o", arena, hit_points=1)
    player, killer = game.world.player.ref, monster(game).ref

    events = game.play(Wait())

    assert [
        Struck(killer, player, 1, fatal=True),
        Died(player, Point(1, 0), killer),
    ] == events
    assert "died" == game.outcome
    assert 0 == game.world.player.hit_points


def test_killing_the_last_enemy_wins(arena: RuleSet) -> None:
    """One event reports the victory; the turn that decided it counts, and no other actor acts in it."""
    game = draw("@m", arena)

    events = game.play(Move(Direction.EAST))

    assert [Struck, Died, Won] == [type(event) for event in events]
    assert "won" == game.outcome
    assert 1 == game.world.turn


def test_killing_one_of_two_enemies_does_not_win(arena: RuleSet) -> None:
    """An enemy out of sight counts as well."""
    game = draw("@m#S", arena)

    game.play(Move(Direction.EAST))

    assert game.outcome is None
    assert 1 == game.world.enemies_left


def test_a_rule_set_without_victory_goes_on_after_the_last_kill(arena: RuleSet) -> None:
    """Some games end only with death."""
    game = draw("@m", attrs.evolve(arena, goals=()))

    game.play(Move(Direction.EAST))

    assert game.outcome is None
    assert [TurnEnded(2)] == game.play(Wait())


def test_dying_with_the_last_enemy_is_no_victory(arena: RuleSet) -> None:
    """A player who burns to death together with the last enemy has lost."""
    game = draw("#@m", arena, inventory=["fireball"], hit_points=4)

    events = game.play(Use(0, Point(2, 0)))

    assert "died" == game.outcome
    assert not any(isinstance(event, Won) for event in events)


def test_victory_by_missile_is_reported_once_it_has_landed(arena: RuleSet) -> None:
    """The last enemy can die between two turns."""
    game = draw("@....m", arena, inventory=["fireball"])

    events: list[AnyEvent] = game.play(Use(0, Point(5, 0)))

    assert Won() == events[-1]
    assert 1 == events.count(Won())
    assert not game.in_flight


def test_death_removes_projectiles_in_flight(arena: RuleSet) -> None:
    """A finished game has no projectiles, so that its save can show the end."""
    splitting = attrs.evolve(arena.projectiles["stone"], on_stop=(Launch(projectile=arena.projectiles["stone"]),))
    slinger = attrs.evolve(arena.monsters["slinger"], missile=splitting)
    game = draw("@....s", attrs.evolve(arena, monsters={**arena.monsters, "slinger": slinger}), hit_points=1)

    events = game.play(Wait())

    assert 2 == sum(isinstance(event, Launched) for event in events)
    assert "died" == game.outcome
    assert not game.in_flight


def test_a_monster_is_reported_when_it_comes_into_view(arena: RuleSet) -> None:
    """Once when it appears, not every turn, and again when it comes back."""
    game = draw(
        """
        #####
        #...#
        #.#@#
        #.###
        #S###
        #####
        """,
        arena,
    )
    statue = monster(game).ref
    path = [Direction.NORTH_WEST, Direction.WEST, Direction.EAST, Direction.WEST]

    told = [[event for event in game.play(Move(way)) if isinstance(event, CameIntoView)] for way in path]

    assert [[], [CameIntoView(statue)], [], [CameIntoView(statue)]] == told


def test_an_ally_that_comes_into_view_is_not_reported(arena: RuleSet) -> None:
    """Allies come in and out of view often: each report would stop exploring and discard typed keys."""
    game = draw("#####\n#...#\n#.#@#\n#.###\n#S###\n#####", arena)
    monster(game).side = Side.PLAYER

    events = [*game.play(Move(Direction.NORTH_WEST)), *game.play(Move(Direction.WEST))]

    assert monster(game) in game.world.visible_monsters()
    assert not [event for event in events if isinstance(event, CameIntoView)]


def test_monsters_drawn_in_view_are_not_reported(arena: RuleSet) -> None:
    """A scenario starts in the middle of play."""
    game = draw("@..S", arena)

    assert [TurnEnded(1)] == game.play(Wait())


def test_a_confused_player_staggers(arena: RuleSet) -> None:
    """Confusion overrides the player's command like any mind."""
    goals = set()
    for seed in range(60):
        game = draw("...\n.@.\n...", arena, seed=seed)
        confuse(game.world, game.world.player, 3)
        game.play(Move(Direction.EAST))
        goals.add(game.world.player.at)

    assert {Point(x, y) for x in range(3) for y in range(3)} - {Point(1, 1)} == goals


def test_a_confused_player_who_stumbles_into_a_wall_loses_the_turn(arena: RuleSet) -> None:
    """A step into a wall is refused for a clear-headed player, but costs a confused one the turn."""
    game = draw("###\n#@#\n###", arena)
    confuse(game.world, game.world.player, 3)
    game.events.clear()

    events = game.play(Move(Direction.EAST))

    assert [Bumped(game.world.player.ref), TurnEnded(1)] == events


def test_the_player_is_confused_for_exactly_these_turns(arena: RuleSet) -> None:
    """Waiting counts as a turn, and after the last one the confusion is over (ruling D3)."""
    game = draw("###\n#@#\n###", arena)
    confuse(game.world, game.world.player, 3)

    kinds = [[type(event).__name__ for event in game.play(command)] for command in [Move(Direction.EAST), Wait()]]
    last = [type(event).__name__ for event in game.play(Move(Direction.EAST))]
    after = game.play(Move(Direction.EAST))

    assert [["ConditionBegan", "Bumped", "TurnEnded"], ["TurnEnded"]] == kinds
    assert ["Bumped", "ConditionEnded", "TurnEnded"] == last
    assert [Refused(Reason.WALL)] == after


def test_a_confused_player_can_still_do_all_but_walk(arena: RuleSet) -> None:
    """Drinking works as usual."""
    game = draw("@..", arena, inventory=["potion"], hit_points=1)
    confuse(game.world, game.world.player, 3)

    game.play(Use(0))

    assert (6, Point(0, 0)) == (game.world.player.hit_points, game.world.player.at)


def test_a_free_step_reports_monsters_that_come_into_view(arena: RuleSet) -> None:
    """Otherwise the monster would not be reported until the end of the next turn."""
    free = attrs.evolve(arena, turns=TurnCosts(move=False))
    game = draw("@.\n#.\n#S", free)

    events = game.play(Move(Direction.EAST))

    came = [event for event in events if isinstance(event, CameIntoView)]

    assert [(CameIntoView(monster(game).ref), Point(1, 0))] == [(event, event.seen_from) for event in came]
    assert {monster(game).id} == game.world.in_view
    assert 0 == game.world.turn


def test_a_free_command_removes_the_dead(arena: RuleSet) -> None:
    """In rule sets that remove the dead late: no turn ends, but no body blocks the player's next command."""
    late = attrs.evolve(arena, removes_dead_late=True, turns=TurnCosts(use=False))
    game = draw("@..m#o", late, inventory=["lightning"])

    game.play(Use(0))

    assert ["player", "orc"] == [actor.kind.name for actor in game.world.level.actors]
    assert game.digest() == restore(late, snapshot(game.world)).digest()


@pytest.mark.parametrize("command", [Wait(), Use(0)])
@pytest.mark.parametrize("use", [True, False])
def test_what_a_wall_hid_is_seen_after_the_next_command(arena: RuleSet, command: Command, *, use: bool) -> None:
    """Changed terrain changes the view: a running game and a loaded one have the same."""
    rules = attrs.evolve(arena, turns=TurnCosts(use=use))
    game = draw("@#..S", rules, inventory=["potion"], hit_points=1)
    game.world.level.set_terrain(Point(1, 0), FLOOR)

    events = game.play(command)

    assert CameIntoView(monster(game).ref) in events
    assert game.digest() == restore(rules, snapshot(game.world)).digest()


def crowded(arena: RuleSet, kind: str) -> Game:
    """Return a game with a player of minimum speed, and three hundred monsters of a kind."""
    slow = ConditionKind(name="slow", modifiers=(Modifier("speed", factor=1),))
    rules = attrs.evolve(arena, conditions={"slow": slow})
    game = draw("\n".join(["@" + "." * 49, *[kind * 50] * 6]), rules)
    player = game.world.player
    player.hit_points = player.max_hit_points = 10**6
    afflict(game.world, player, slow, 10)
    return game


def test_within_a_turn_of_a_slow_player_the_monsters_do_no_more_than_the_budget(
    arena: RuleSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hundred rounds of hundreds of monsters would take seconds; excess work waits for the next turn."""
    game = crowded(arena, "w")
    chosen: list[int] = []

    def choose(_: Wander, __: World, actor: Actor) -> Command:
        chosen.append(actor.id)
        return Wait()

    monkeypatch.setattr(Wander, "choose", choose)

    game.play(Wait())

    assert 1 == game.world.turn
    assert ACTION_BUDGET * 3 // 4 < len(chosen) <= ACTION_BUDGET
    assert 0 == game.world.budget_spent
    assert max(actor.energy for actor in game.world.level.actors) <= MAX_ENERGY
    assert game.digest() == restore(game.world.ruleset, snapshot(game.world)).digest()


def test_the_spent_budget_is_saved_in_mid_flight(arena: RuleSet) -> None:
    """Otherwise a loaded game would let the monsters do more in that turn than a game that was never saved."""
    game = crowded(arena, "s")
    game.perform(Wait())
    while game.world.budget_spent < ACTION_BUDGET // 4:
        game.tick()
    assert game.in_flight
    loaded = restore(game.world.ruleset, snapshot(game.world))
    assert game.world.budget_spent == loaded.world.budget_spent
    game.take_events()

    assert game.play(Wait()) == loaded.play(Wait())
    assert game.digest() == loaded.digest()
