"""The scrolls of the chargrid rules: where they lie, how they are aimed, what they do (C9-17 to C9-28, C9-43 to C9-53).

Of confusion the document's words bind, not its code (ruling D3): five turns are exactly five random turns, waiting
counts, and the message comes at the start of the next turn, which is a normal one.
"""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, Use, Wait
from roguelike.engine.events import Bumped, ConditionBegan, ConditionEnded, Moved, Reason, Refused, Struck
from roguelike.engine.geometry import CARDINALS, Direction, Point
from roguelike.engine.scenario import draw, picture
from roguelike.engine.state.cause import Cause
from roguelike.ui.input import Button, Mouse
from roguelike.ui.narration import Narrator
from tests.watching import watch

if TYPE_CHECKING:
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.game import Game

CHARGRID = load_ruleset("chargrid")
BOTH = ["fireball scroll", "confusion scroll"]
ROOM = """
    ##########
    #@...T...#
    #........#
    ##########
"""
FAR = "\n".join(["." * 26] * 7 + ["@................o........"] + ["." * 26] * 7)
"""The orc is too far away to notice the player, and waits for ever."""
NEAR = "\n".join(["." * 15] * 7 + ["@....T........."] + ["." * 15] * 7)
"""The troll notices the player wherever it staggers in five turns."""
OPEN = "\n".join(["." * 15] * 7 + [".......@......."] + ["." * 15] * 7)
SPELL = CHARGRID.projectiles["confusion spell"].on_hit[0]


def names(game: Game) -> list[str | None]:
    """Return what is in the first slots."""
    return [item.kind.name if item is not None else None for item in game.world.player.inventory.slots[:2]]


def room(*carried: str) -> Game:
    """Return a game with a troll four steps away."""
    return draw(ROOM, CHARGRID, inventory=carried)


def steps(events: list[AnyEvent], number: int) -> list[tuple[int, int]]:
    """Return the steps of the actor of that number."""
    moved = [event for event in events if isinstance(event, Moved) and event.who.id == number]
    return [(event.goal.x - event.start.x, event.goal.y - event.start.y) for event in moved]


def is_even(counts: collections.Counter[tuple[int, int]], total: int) -> bool:
    """Return whether the four directions have a quarter each, as chance allows: four deviations to either side."""
    margin = 4 * (total * 3 / 16) ** 0.5
    ways = {(direction.dx, direction.dy) for direction in CARDINALS}
    return set(counts) == ways and all(abs(count - total / 4) < margin for count in counts.values())


@pytest.mark.rows("C9-21", "C9-22", "C9-28")
def test_a_potion_is_drunk_at_once_and_a_scroll_is_aimed() -> None:
    """The potion is gone and the turn too; the scroll stays in its slot until there is a target."""
    drunk, aimed = room("health potion"), room(*BOTH)
    drinking = watch(drunk, "i", "a")
    aiming = watch(aimed, "i", "b")

    assert BOTH == [name for name, kind in CHARGRID.items.items() if kind.aimed]
    assert not any("AIM" in canvas.text() for canvas in drinking.frames)
    assert [None, None] == names(drunk)
    assert 1 == drunk.world.turn
    assert "AIM" in aiming.last.text()
    assert BOTH == names(aimed)
    assert 0 == aimed.world.turn


@pytest.mark.rows("C9-23")
def test_a_target_uses_the_scroll_up_and_leads_back_to_play() -> None:
    """Its slot is empty at once, and the spell is above the player."""
    game = room(*BOTH)
    watched = watch(game, "i", "a", "enter")

    assert [None, "confusion scroll"] == names(game)
    assert "AIM" not in watched.last.text()
    assert "Use Item" not in watched.last.text()
    assert [game.world.player.at] == [projectile.at for projectile in game.world.level.projectiles]
    assert ["fireball"] == [projectile.kind.name for projectile in game.world.level.projectiles]


@pytest.mark.rows("C9-24")
@pytest.mark.parametrize("slot", [0, 1])
def test_ones_own_cell_is_no_target(slot: int) -> None:
    """The scroll is kept; the aim stays open and says why (ruling D17)."""
    game = room(*BOTH)
    watched = watch(game, "i", "ab"[slot], Mouse(Button.LEFT, 1, 1))

    assert [Refused(Reason.OWN_CELL)] == game.play(Use(slot, Point(1, 1)))
    assert "AIM" in watched.last.text()
    assert "You cannot aim at yourself." in watched.last.text()
    assert BOTH == names(game)


@pytest.mark.rows("C9-25")
def test_cancelling_the_aim_leads_back_to_play_without_a_word() -> None:
    """Not to the menu, as in the source (ruling D16); nothing is used up."""
    game = room(*BOTH)
    before = game.digest()
    watched = watch(game, "i", "a", "escape", "i", "b", "left", "escape")

    assert watched.after[0].rows == watched.after[3].rows == watched.last.rows
    assert before == game.digest()


@pytest.mark.rows("C9-26")
@pytest.mark.parametrize("slot", [0, 1])
@pytest.mark.parametrize("target", [Point(29, 0), Point(0, 1), Point(6, 3), Point(2, 1), Point(29, 3)])
def test_any_cell_of_the_map_can_be_aimed_at(target: Point, slot: int) -> None:
    """Seen or not, near or far, wall or floor."""
    game = draw("#" * 30 + "\n#@...#" + "." * 23 + "#\n" + ("#" * 30 + "\n") * 2, CHARGRID, inventory=BOTH)
    game.play(Use(slot, target))

    assert names(game)[slot] is None


@pytest.mark.rows("C9-27")
@pytest.mark.parametrize("slot", [0, 1])
def test_a_launch_gives_the_monsters_no_turn(slot: int) -> None:
    """Neither when it leaves nor when it hits: the troll is where it was until the player does something else."""
    game = room(*BOTH)
    before = picture(game)
    game.play(Use(slot, Point(5, 1)))

    assert before == picture(game)
    assert 0 == game.world.turn
    game.play(Wait())
    assert 1 == game.world.turn


@pytest.mark.rows("C9-43", "C9-44")
def test_a_fireball_takes_two_hit_points_of_one() -> None:
    """Those around are not even warmed; three of them kill a troll of six, and none takes it below nothing."""
    game = draw("########\n#@..TT.#\n#...TT.#\n########", CHARGRID, inventory=["fireball scroll"] * 3)
    first, *others = game.world.level.actors[1:]
    left = [(game.play(Use(slot, first.at)), first.hit_points)[1] for slot in range(3)]

    assert [4, 2, 0] == left
    assert [6, 6, 6] == [troll.hit_points for troll in others]
    assert first not in game.world.level.actors


@pytest.mark.rows("C9-44")
def test_no_damage_goes_below_nothing_and_a_corpse_takes_the_place_of_what_lay_there() -> None:
    """An orc with one hit point left, above a potion."""
    game = draw("#@..o.#", CHARGRID, inventory=["fireball scroll", "health potion"])
    orc = game.world.level.actors[1]
    orc.hit_points = 1
    game.world.level.put(game.world.player.inventory.remove(1), orc.at)
    game.play(Use(0, orc.at))

    assert 0 == orc.hit_points
    assert [("orc", False)] == [(item.kind.name, item.kind.portable) for item in game.world.level.items_at(orc.at)]


@pytest.mark.rows("C9-46")
@pytest.mark.parametrize("glyph", ["o", "T"])
def test_every_blow_takes_one_hit_point(glyph: str) -> None:
    """Of the player, the orc and the troll."""
    game = draw(f"#@{glyph}#", CHARGRID)
    monster = game.world.level.actors[1]
    before = monster.hit_points
    game.play(Move(Direction.EAST))

    assert before - 1 == monster.hit_points
    assert 19 == game.world.player.hit_points


@pytest.mark.rows("C9-47", "C9-49", "C9-50", "C9-51")
@pytest.mark.parametrize("seed", range(10))
def test_confusion_is_five_random_turns_even_of_one_that_waits(seed: int) -> None:
    """The orc has never seen the player: all that it does is done by confusion, and that passes all the same."""
    game = draw(FAR, CHARGRID, inventory=["confusion scroll"], seed=seed)
    orc = game.world.level.actors[1]
    hit = game.play(Use(0, orc.at))
    later = [game.play(Wait()) for _ in range(8)]

    assert ConditionBegan(orc.ref, game.world.ruleset.conditions["confused"], 5, seen=False) in hit
    assert [1, 1, 1, 1, 1, 0, 0, 0] == [len(steps(events, orc.id)) for events in later]
    assert [5] == [
        turn for turn, events in enumerate(later) if any(isinstance(event, ConditionEnded) for event in events)
    ]


@pytest.mark.rows("C9-49", "C9-50")
@pytest.mark.parametrize("seed", range(10))
def test_the_turn_on_which_it_passes_is_a_normal_one(seed: int) -> None:
    """The troll comes nearer with that very turn."""
    game = draw(NEAR, CHARGRID, inventory=["confusion scroll"], seed=seed)
    troll = game.world.level.actors[1]
    game.play(Use(0, troll.at))
    for _ in range(5):
        game.play(Wait())
    before = abs(troll.at.x) + abs(troll.at.y - 7)
    events = game.play(Wait())

    assert ConditionEnded in map(type, events)
    assert before - 1 == abs(troll.at.x) + abs(troll.at.y - 7)


@pytest.mark.rows("C9-47")
def test_a_second_confusion_begins_anew_and_does_not_add() -> None:
    """Hit after three turns: five more, and eight in all, then one message."""
    game = draw("#" * 12 + "\n#@.......T##\n" + "#" * 12, CHARGRID, inventory=["confusion scroll"] * 2)
    troll = game.world.level.actors[1]
    first = game.play(Use(0, Point(9, 1)))
    again = [game.play(Wait()) for _ in range(3)]
    game.play(Use(1, Point(9, 1)))
    rest = [game.play(Wait()) for _ in range(7)]

    assert ConditionBegan(troll.ref, game.world.ruleset.conditions["confused"], 5) in first
    assert not any(isinstance(event, ConditionEnded) for events in again for event in events)
    assert [5] == [
        turn
        for turn, events in enumerate(rest)
        if ConditionEnded(troll.ref, game.world.ruleset.conditions["confused"]) in events
    ]


@pytest.mark.rows("C9-48")
def test_a_confused_step_is_any_of_four() -> None:
    """A quarter each, over 2000 turns."""
    counts: collections.Counter[tuple[int, int]] = collections.Counter()
    for seed in range(400):
        game = draw(FAR, CHARGRID, inventory=["confusion scroll"], seed=seed)
        game.play(Use(0, Point(17, 7)))
        for _ in range(5):
            counts.update(steps(game.play(Wait()), 2))

    assert 2000 == counts.total()
    assert is_even(counts, 2000)


@pytest.mark.rows("C9-48", "C9-51")
def test_a_wall_wastes_the_turn() -> None:
    """Shut in on all sides it stays where it is, and recovers after as many turns."""
    game = draw("#####\n#@#o#\n#####", CHARGRID)
    player, orc = game.world.level.actors
    SPELL.apply(game.world, Cause(player.ref, player.at), orc.at)
    later = [[type(event) for event in game.play(Wait())] for _ in range(6)]

    assert [True] * 5 + [False] == [Bumped in events for events in later]
    assert [False] * 5 + [True] == [ConditionEnded in events for events in later]
    assert Point(3, 1) == orc.at


@pytest.mark.rows("C9-52")
def test_it_strikes_the_player_whom_it_stumbles_into() -> None:
    """A quarter of the turns, for one hit point; a normal orc would do so every turn."""
    blows = lost = 0
    for seed in range(200):
        game = draw("###\n#@#\n#o#\n###", CHARGRID, inventory=["confusion scroll"], seed=seed)
        game.play(Use(0, Point(1, 2)))
        blows += sum(isinstance(event, Struck) for _ in range(5) for event in game.play(Wait()))
        lost += 20 - game.world.player.hit_points

    assert blows == lost
    assert abs(blows - 250) < 55


@pytest.mark.rows("C9-52")
def test_into_its_fellows_nothing_happens() -> None:
    """Hemmed in by trolls, who have not noticed the player and stay where they are."""
    game = draw("#######\n#@#.T.#\n###ToT#\n###.T.#\n#######", CHARGRID)
    player = game.world.player
    orc = next(actor for actor in game.world.level.actors if actor.kind.name == "orc")
    SPELL.apply(game.world, Cause(player.ref, player.at), orc.at)
    events = [type(event) for _ in range(5) for event in game.play(Wait())]

    assert [] == [event for event in events if event in {Struck, Moved}]
    assert Point(4, 2) == orc.at
    assert [2, 6, 6, 6, 6] == sorted(actor.hit_points for actor in game.world.level.actors[1:])


@pytest.mark.rows("C9-48", "C9-50", "C9-51", "C9-53")
def test_a_confused_player_goes_anywhere_for_five_turns_and_is_not_told() -> None:
    """There is no way to become so, but the rule is the same: a quarter each way, and a turn of waiting counts."""
    counts: collections.Counter[tuple[int, int]] = collections.Counter()
    narrator = Narrator(CHARGRID)
    for seed in range(200):
        game = draw(OPEN, CHARGRID, seed=seed)
        player = game.world.player
        SPELL.apply(game.world, Cause(player.ref, player.at), player.at)
        turns = [game.play(Wait()), *(game.play(Move(Direction.EAST)) for _ in range(5))]
        counts.update(step for events in turns[:-1] for step in steps(events, player.id))

        assert [(1, 0)] == steps(turns[-1], player.id)
        assert not any(narrator.tell(event) for events in turns for event in events)

    assert 800 == counts.total()
    assert is_even(counts, 800)


@pytest.mark.rows("P-C23", "C9-50")
@pytest.mark.parametrize("seed", range(8))
def test_who_is_confused_goes_on_seeing_the_player_and_chases_for_three_turns_more(seed: int) -> None:
    """Only its steps are replaced, so its memory counts from the last turn in which it saw (ruling D26)."""
    nook = """
        ############
        #.##########
        #@........T#
        ############
    """
    game = draw(nook, CHARGRID, seed=seed, inventory=["confusion scroll"])
    troll = game.world.level.actors[1]
    game.play(Use(0, troll.at))
    for _ in range(5):
        game.play(Wait())
    game.play(Move(Direction.NORTH))
    before = troll.at.x

    assert not game.world.sees(troll.at)
    for _ in range(2):
        game.play(Wait())
    assert before - 2 == troll.at.x
    for _ in range(9):
        game.play(Wait())
    assert before - 2 == troll.at.x
