"""The hound that keeps up with the player, and the whistle that calls all allies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, Use, Wait
from roguelike.engine.geometry import Direction, chebyshev_distance
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.moods import settle
from roguelike.engine.rules.sides import follow
from roguelike.engine.scenario import draw
from roguelike.narration.narrator import Narrator

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.state.actor import Actor

EMBER = attrs.evolve(load_ruleset("ember"), possessions=())
LEGEND = {"h": "hound", "O": "ogre", "o": "orc"}


def with_hound(picture: str, *items: str) -> tuple[Game, Actor]:
    """Return a game in which the hounds are allies, and the first of them."""
    game = draw(picture, EMBER, legend=LEGEND, inventory=items)
    hounds = [actor for actor in game.world.level.actors if actor.kind.name == "hound"]
    for hound in hounds:
        follow(game.world, hound)
    return game, hounds[0]


def test_a_hound_keeps_up_with_its_master() -> None:
    """It is at least as fast as the player."""
    game, hound = with_hound(f"{'#' * 32}\n#h@{'.' * 28}#\n{'#' * 32}")
    for _ in range(27):
        game.play(Move(Direction.EAST))
        assert chebyshev_distance(hound.at, game.world.player.at) <= 4


def test_no_horde_has_a_hound() -> None:
    """It is a companion, not an enemy."""
    named = {
        name for horde in EMBER.hordes.values() for name in (horde.leader, *(one.monster for one in horde.members))
    }

    assert not named & {"hound"}


def test_a_whistle_calls_allies_out_of_a_fight_and_lasts() -> None:
    """A hound that fights an ogre comes immediately; without the whistle it would fight on."""
    picture = "################\n#@......Oh.....#\n################"
    for items in [(), ("whistle",)]:
        game, hound = with_hound(picture, *items)
        ogre = game.world.level.actors[1]
        ogre.mood, ogre.aims_at = Mood.HUNTING, None
        hound.hit_points = hound.max_hit_points = 500
        ogre.conditions = {}
        game.world.level.move(hound, hound.at.step(Direction.WEST).step(Direction.WEST))
        for _ in range(3):
            game.play(Use(0) if items else Wait())
        near = chebyshev_distance(hound.at, game.world.player.at)
        assert near <= 3 if items else near > 3
        assert not items or game.world.player.inventory.at(0) is not None


def test_a_whistle_reports_the_allies_that_answer_and_their_direction() -> None:
    """Even out of view; without an ally on the level, the whistle says so."""
    told = []
    for picture in ("#######\n#@.#.h#\n#h....#\n#######", "###\n#@#\n###"):
        game = draw(picture, EMBER, legend=LEGEND, inventory=["whistle"])
        for hound in game.world.level.actors[1:]:
            follow(game.world, hound)
        narrator = Narrator(EMBER)
        said = [narrator.tell(event) for event in game.play(Use(0))]
        told.append([message.text for message in said if message is not None])

    assert [
        "You blow your whistle.",
        "Your hound answers from the east.",
        "Your hound answers from the south.",
    ] == told[0]
    assert ["You blow your whistle.", "Nobody comes."] == told[1]


def test_a_called_ally_fights_again_once_it_has_come() -> None:
    """A call ends beside the player, where it attacks enemies again."""
    game, hound = with_hound("################\n#@h.o..........#\n################", "whistle")
    orc = game.world.level.actors[2]
    orc.mood, orc.hit_points, orc.max_hit_points = Mood.HUNTING, 100, 100
    game.play(Use(0))
    for _ in range(20):
        game.play(Wait())

    assert orc.hit_points < 100
    assert hound.mood is not Mood.FOLLOWING


def test_an_ally_runs_after_nothing_far_from_its_master() -> None:
    """It leaves a foe 12 cells away alone, but fights one beside itself or near the player."""
    rows = {"#@.........h..O....#": False, "#@.........hO......#": True, "#@..h..O...........#": True}
    for start, is_fought in rows.items():
        game, hound = with_hound(f"{'#' * 20}\n{start}\n{'#' * 20}")
        ogre = game.world.level.actors[2] if game.world.level.actors[1] is hound else game.world.level.actors[1]
        ogre.mood = Mood.HUNTING
        assert (settle(game.world, hound, 20) is ogre) is is_fought


def test_a_badly_hurt_ally_with_no_foe_in_view_comes_along() -> None:
    """It does not wait for its wounds to heal, and is not left behind."""
    game, hound = with_hound(f"{'#' * 32}\n#h@{'.' * 28}#\n{'#' * 32}")
    hound.hit_points = 1
    for _ in range(20):
        game.play(Move(Direction.EAST))
    assert chebyshev_distance(hound.at, game.world.player.at) <= 4


def test_a_whistle_wakes_monsters_in_earshot() -> None:
    """Within 14 steps."""
    game, _ = with_hound(f"{'#' * 40}\n#h@....o{'.' * 30}o#\n{'#' * 40}", "whistle")
    near, far = game.world.level.actors[2:]
    near.mood = far.mood = Mood.ASLEEP
    game.play(Use(0))

    assert near.mood is not Mood.ASLEEP
    assert far.mood is Mood.ASLEEP
