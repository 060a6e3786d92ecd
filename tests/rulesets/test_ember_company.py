"""The player among allies: none is shut in, no proposed step is refused, and harm to allies is asked about."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.automation.automation import Stop
from roguelike.automation.explore import Explore
from roguelike.automation.travel import Travel
from roguelike.autoplay.player import CAREFUL, Player
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, Use, Wait
from roguelike.engine.events import Refused
from roguelike.engine.geometry import Direction, Point, chebyshev_distance
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.parts.behaviours.groups import CLOSE
from roguelike.engine.preview import preview_use
from roguelike.engine.rng import PCG32
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.fire import kindle
from roguelike.engine.rules.gas import release
from roguelike.engine.rules.sides import follow
from roguelike.engine.scenario import draw
from tests.watching import spot, watch

if TYPE_CHECKING:
    from roguelike.automation.automation import Automation
    from roguelike.engine.game import Game
    from roguelike.engine.state.actor import Actor

EMBER = attrs.evolve(load_ruleset("ember"), possessions=())
EAST, WEST = Direction.EAST, Direction.WEST
LEGEND = {
    "}": "lava",
    ":": "chasm",
    "=": "deep water",
    "%": "web",
    "_": "sanctuary",
    "^": "bell trap",
    ",": "grass",
    "o": "orc",
    "s": "shrieker",
    "e": "eel",
}
HARMS = {
    "lava": ("}", "fireproof"),
    "chasm": (":", "afloat"),
    "deep water": ("=", "afloat"),
    "web": ("%", "afloat"),
    "bell trap": ("^", "afloat"),
    "flames": (",", "fireproof"),
    "caustic gas": (".", ""),
}


def among(picture: str, *items: str, seed: int = 2) -> tuple[Game, list[Actor]]:
    """Return a game in which all other actors are allies."""
    game = draw(picture, EMBER, legend=LEGEND, inventory=items, seed=seed)
    allies = game.world.level.actors[1:]
    for ally in allies:
        follow(game.world, ally)
    return game, allies


def beside_harm(name: str) -> tuple[Game, Actor]:
    """Return a game in which the player is unharmed on terrain that would harm the ally to the east."""
    glyph, condition = HARMS[name]
    game, (ally,) = among(f"#########\n#..{glyph}.@o.#\n#########")
    world = game.world
    world.level.move(world.player, Point(3, 1))
    world.level.move(ally, Point(4, 1))
    if condition:
        afflict(world, world.player, EMBER.conditions[condition], 30)
    if name == "flames":
        kindle(world, 1 << world.player.cell, 9)
    if name == "caustic gas":
        release(world, EMBER.gases[name], world.player.at, 40)
    return game, ally


def hallow(game: Game, who: Actor) -> None:
    """Lay a sanctuary, even on the cell of an actor."""
    game.world.level.set_terrain(who.at, game.world.level.code("sanctuary"))


@pytest.mark.parametrize("name", ["orc", "shrieker"])
@pytest.mark.parametrize("is_hallowed", [False, True])
def test_no_ally_walls_the_player_in(name: str, *, is_hallowed: bool) -> None:
    """In a corridor, rooted or within a sanctuary, it changes places by the same key as any other."""
    game, _ = among(f"#########\n#@{name[0]}.....#\n#########", "scroll of sanctuary")
    if is_hallowed:
        game.play(Use(0))
    shown = watch(game, "right", "right").last

    assert (3, 1) == spot(shown, "@")


def test_actors_within_a_sanctuary_can_leave_it() -> None:
    """An ally follows from its middle; a monster leaves it, but comes no nearer to the player in it."""
    game, (ally,) = among("###################\n#..__o__..........@\n###################")
    hallow(game, ally)
    for _ in range(20):
        game.play(Wait())
    assert ally.at.x > 12

    game = draw("############\n#@___o__...#\n############", EMBER, legend=LEGEND)
    orc = game.world.level.actors[1]
    hallow(game, game.world.player)
    hallow(game, orc)
    orc.mood = Mood.HUNTING
    game.play(Wait())
    assert Point(5, 1) == orc.at
    afflict(game.world, orc, EMBER.conditions["afraid"], 20)
    for _ in range(8):
        game.play(Wait())
    assert orc.at.x > 7


@pytest.mark.parametrize("seed", range(24))
def test_no_step_that_is_proposed_is_refused_or_puts_an_ally_into_harm(seed: int) -> None:
    """Exploring and travelling among allies, some rooted, on ground that bars or kills them."""
    game, allies = among(_drawn(random.Random(seed)), seed=seed)
    world, harm = game.world, game.world.level.cells("falls") | game.world.level.cells("liquid")
    afflict(world, world.player, EMBER.conditions["afloat"], 500)
    automations: list[Automation] = [Explore(), Travel(Point(1, 1)), Travel(Point(18, 1)), Travel(Point(18, 5))]
    for automation in automations:
        for _ in range(80):
            command = automation.next(observe(world))
            if isinstance(command, Stop):
                break
            events = game.play(command)
            assert not any(isinstance(event, Refused) for event in events), (command, world.player.at)
            if isinstance(command, Move):
                assert not any(harm >> ally.cell & 1 and ally.touches_ground for ally in allies)
    assert all(ally.is_alive for ally in allies)


def _drawn(chance: random.Random) -> str:
    """Return a picture of corridors and a room, with allies and bad ground in them."""
    rows = ["#" * 20] + [
        "".join(chance.choices("....,_%=:}#", [30, 9, 9, 9, 4, 8, 1, 2, 1, 1, 14], k=20)) for _ in range(5)
    ]
    cells = [list(f"#{row[1:19]}#") for row in [*rows, "#" * 20]]
    cells[0] = cells[-1] = list("#" * 20)
    spots = [(x, y) for y in range(1, 6) for x in range(1, 19)]
    for glyph, (x, y) in zip("@oss", chance.sample(spots, 4), strict=True):
        cells[y][x] = glyph
    return "\n".join(map("".join, cells))


@pytest.mark.parametrize("name", HARMS)
def test_changing_places_that_puts_an_ally_into_harm_is_asked_first(name: str) -> None:
    """The question is that of the player's own steps; automations and bots never make such a step."""
    game, ally = beside_harm(name)
    world, at = game.world, game.world.player.at
    seen = observe(world)
    assert not seen.unasked >> ally.cell & 1
    assert isinstance(Travel(Point(6, 1)).next(seen), Stop)
    command = Player(CAREFUL, PCG32(1)).choose(seen)
    assert command != Move(EAST)

    watched = watch(game, "right")

    assert f"This puts your orc into the {name}. Swap places anyway?" in watched.last.text()
    assert (at, ally.cell) == (world.player.at, ally.cell)


def test_the_question_answered_with_yes_changes_places() -> None:
    """The player can accept the harm."""
    game, ally = beside_harm("web")
    watch(game, "right", "enter")

    assert (Point(4, 1), Point(3, 1)) == (game.world.player.at, ally.at)


def test_harm_that_the_ally_already_suffers_is_not_asked_about() -> None:
    """For an ally that flies, or is already in the same terrain."""
    game, ally = beside_harm("deep water")
    afflict(game.world, ally, EMBER.conditions["afloat"], 30)
    watch(game, "right")

    assert Point(4, 1) == game.world.player.at


def test_a_hop_into_harm_is_asked_first() -> None:
    """Like a step there."""
    game, _ = among("#########\n#@..}..o#\n#########", "staff of blinking")
    shown = watch(game, "z", "a", "right", "enter").last.text()

    assert "This will kill you." in shown
    assert Point(1, 1) == game.world.player.at


def test_the_preview_of_a_teleportation_shows_the_companions() -> None:
    """Adjacent allies come along."""
    game, allies = among("#########\n#.@o...o#\n#########")
    preview = preview_use(EMBER.items["scroll of teleportation"], observe(game.world), Point(2, 1))

    assert [True, False] == [preview.befalls(each.id).goes for each in allies]
    assert preview.befalls(game.world.player.id).goes


RING = """
    ###############
    #@...........o#
    #.###########.#
    #.............#
    ###############
"""


@pytest.mark.parametrize(
    ("gas", "picture", "breathes"),
    [
        ("caustic gas", RING, False),
        ("marsh gas", RING, True),
        ("caustic gas", RING.replace("#.###########.#", "###############"), True),
    ],
)
def test_an_ally_follows_round_gas(gas: str, picture: str, *, breathes: bool) -> None:
    """Only around gas that affects it, and only if there is another path."""
    game, (ally,) = among(picture)
    release(game.world, EMBER.gases[gas], Point(6, 1), 100)
    breathed = []
    for _ in range(20):
        game.play(Wait())
        breathed.append(gas in dict(game.world.level.gases_at(ally.at)))

    assert chebyshev_distance(ally.at, game.world.player.at) <= CLOSE
    assert breathes == any(breathed)
