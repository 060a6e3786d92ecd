"""Writes the pictures of the game, `docs/pictures/*.svg`, as a terminal shows it: `make docs`.

A game is played by its keys, the renderer writes its frames, an emulator takes them in, and its screen is drawn.
"""

from __future__ import annotations

import functools
import pathlib
from typing import TYPE_CHECKING, Final, NamedTuple

from roguelike.content.loader import load_ruleset
from roguelike.engine.grid import cells_of
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.scenario import draw
from roguelike.engine.state.item import Item
from roguelike.terminal.colors.palette import TRUE_COLOR, Palette
from roguelike.terminal.drawing.frame import Renderer
from tests.film import FLIGHT, film_of
from tests.screen_svg import picture
from tests.terminal.drawing.emulator import Emulator
from tests.watching import watch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.cells.canvas import Canvas
    from roguelike.engine.game import Game
    from roguelike.engine.state.level import Level

FOLDER: Final = pathlib.Path(__file__).parent.parent / "docs" / "pictures"

SIZES: Final = ((80, 24), (132, 43))
"""Columns and rows."""


class Scene(NamedTuple):
    """A moment of a game on a drawn level of which the player knows every cell."""

    drawn: str
    keys: Sequence[str]
    title: str
    inventory: Sequence[str] = ()
    cages: Sequence[str] = ()
    """The items in its cages, in reading order."""
    depth: int = 1
    hit_points: int | None = None
    mood: Mood | None = None
    """Of its monsters; hunting unless given."""


MEADOW: Final = """
############################################################
#######......##################################### #########
#######......#########################...........#.#########
#..,,,..............##################...........#.##......#
#.,,,,,######......+..,,,,,,##########...........+.......###
#..,,,,######......###,,,,,,,,####.......~~~~....####....###
#######.######.#######,,,,o,,,,#####..~~~~~~~....####....###
#######.######.#######,,a,,,,,,,+.....~~~~~~.....###########
#######.######.#####..,,,,o,,,,,##....~~~~.......###########
#######+######.####...@...,,,,,,##...............###########
#..........###.####..........,,,##########+#################
#..........###+####......!.....%##########.#################
#..........+......+......?....%%##########.##########......#
#..........########....j......%%####..............+..[.....#
#..........########...........######...##########.####.....#
####################################...##########.####.....#
####################################..........{..+.........#
####################################...##########.####..>..#
############################################################
"""
TREASURY: Final = """
############################################################
#..........####################################,,,,,,,,,####
#.<........####..........######......#########,,,,,,,,,,,###
#..........+.............+...........+......+.,,,,,,,,,,,,,#
#..........####..........####........####.##..,,,,%%,,,,..##
##########+####....!.....###.........####.####..,,%%,,..####
#########...###..........###.........####.#####........#####
#########...####+##########...#####.#####.########.#########
#########...####.##########...#####.#####.########.#########
###~~~~~.....###.#######...........#.....................###
##~~~~~~~~...+...#######.C...S...C.#.#######.#######.....###
##~~~~~~~~~.####.#######.....@.....#.#######.#######..>..###
###~~~~~~~~~####.#######.C...S...C.+.#######.#######.....###
####~~~~~~~.####.#######...........#.####...........########
######~~~..................................ff...j...########
#########...###############.##########.#####...........#####
#########...###############.##########.#####..f......#######
###########.#################..........#######....##########
###########................+..........######################
############################################################
"""
CLIMB: Final = """
############################################################
###.......##########}}}}}}}}####################......######
##.........########}}}}}}}}}}}##########.......+.....<.#####
##.........+......&}}}}}}}}}}}}.........O......#.......#####
##.........###.####.}}}}}}}}}}.........O.......#############
###.......####.######...}}}}....@.........O....#############
#####.########.########...................;....#############
#####.########.########..x.....;;.....#####.################
#####.#......#.#######.....#########+######.####........####
#####.+......+.#######....##..........####..###..........###
#####.#......#.#######....##..!......#####..##...........###
#####.########.########...##..........####..##...........###
#####.########.########...####+############.##..........####
###.....................############.......................#
##...........##########..############.#####.################
##....::::...##########.##############.####.######......####
##...:::::::.##########.#############..####.......+........#
###..::::::::..........................####.######.........#
####..::::::.##########..........##########.######......>..#
############################################################
"""
LEGEND: Final = {
    ",": "grass",
    "%": "foliage",
    "~": "deep water",
    "}": "lava",
    "&": "lava",
    ":": "chasm",
    ";": "rubble",
    "S": "statue",
    "+": "door",
    ">": "stairs down",
    "<": "stairs up",
    "f": "fungus light",
    "C": "cage",
    "o": "orc",
    "a": "orc archer",
    "j": "jackal",
    "O": "ogre",
    "x": "Keeper",
    "!": "potion of healing",
    "?": "scroll of mapping",
    "[": "mail",
    "{": "oil flask",
}
SCENES: Final = {
    "aim": Scene(
        MEADOW,
        "td",
        "Aiming a flask of oil at orcs in a meadow: the cells that will burn are marked",
        ["oil flask", "potion of fire"],
    ),
    "fire": Scene(
        MEADOW,
        "tdf..k",
        "A meadow burns, with orcs in the flames and a jackal beside the player",
        ["oil flask", "potion of fire"],
    ),
    "treasury": Scene(
        TREASURY,
        "lhx",
        "A treasury of four cages: the player looks at a staff, of which the panel says what it does",
        ["sword", "oil flask", "javelin", "potion of healing"],
        ["staff of fire", "plate", "ring of the owl", "charm of mending"],
        depth=3,
    ),
    "climb": Scene(
        CLIMB,
        "ll",
        "The climb: the Ember lights a hall with a lake of lava, three ogres guard the stairs, the Keeper follows",
        ["Ember", "rapier", "staff of blinking", "potion of healing", "oil flask"],
        depth=5,
        hit_points=31,
    ),
}
IN_EVERY_PALETTE: Final = "fire"
FILM: Final = "film.svg"
FILM_SIZE: Final = (80, 24)
NIGHT: Final = Scene(
    MEADOW.replace(",a,,,", "o,,a,,").replace("....j....", "........."),
    ["x", "escape", "t", "d", "f", ".", ".", ".", ".", "tab", "tab", "tab", "tab"],
    "A film: orcs sleep in a meadow, a flask of oil sets it on fire, and who survives it comes for the player",
    ["oil flask", "potion of fire"],
    mood=Mood.ASLEEP,
)
PALETTES: Final = {
    "default": Palette(TRUE_COLOR),
    "high-contrast": Palette(TRUE_COLOR, "high-contrast"),
    "no-colors": Palette(0),
}


def main() -> None:
    """Write all the pictures, and delete obsolete ones."""
    FOLDER.mkdir(exist_ok=True)
    made = pictures()
    for old in FOLDER.glob("*.svg"):
        if old.name not in made:
            old.unlink()
    for name, text in made.items():
        (FOLDER / name).write_text(text, encoding="utf-8")


def pictures() -> dict[str, str]:
    """Return every picture by the name of its file."""
    return {FILM: film_of(functools.partial(game_of, NIGHT), NIGHT.keys, FILM_SIZE, NIGHT.title), **_stills()}


def _stills() -> dict[str, str]:
    return {
        f"{scene}-{palette}-{size[0]}x{size[1]}.svg": picture(screen_after(frames, PALETTES[palette]), told.title)
        for scene, told in SCENES.items()
        for size in SIZES
        for frames in [frames_of(told, size)]
        for palette in (PALETTES if scene == IN_EVERY_PALETTE else ["default"])
    }


def frames_of(scene: Scene, size: tuple[int, int]) -> list[Canvas]:
    """Return all frames of a game up to the scene, as a terminal of that size, in columns and rows, is sent them."""
    deeds = [deed for key in scene.keys for deed in (key, FLIGHT)]
    return watch(functools.partial(game_of, scene), *deeds, size=size).frames


def game_of(scene: Scene) -> Game:
    """Begin the game of a scene: everything that can be seen from a cell with floor is known."""
    game = draw(
        scene.drawn,
        load_ruleset("ember"),
        seed=3,
        legend=LEGEND,
        inventory=scene.inventory,
        hit_points=scene.hit_points,
    )
    world, level = game.world, game.world.level
    world.depth = scene.depth
    for monster in level.actors:
        if scene.mood is not None and not monster.is_player:
            monster.mood = scene.mood
    cages = [at for at in sorted(level.features) if level.features[at].kind.name == "cage"]
    for at, name in zip(cages, scene.cages, strict=True):
        level.put(Item.of(world.ruleset.items[name]), level.grid.point_of[at])
    _explore(level)
    return game


def _explore(level: Level) -> None:
    """Mark every walkable cell, its neighbours and its items as known to the player."""
    grid = level.grid
    for cell in cells_of(level.passable):
        for at in (cell, *(cell + offset for offset in grid.offsets.values())):
            level.explored[at] = 1
    for cell, items in level.items.items():
        if not level.visible[cell]:
            level.remembered[cell] = list(items)


def screen_after(frames: Sequence[Canvas], palette: Palette) -> Emulator:
    """Return a terminal that was sent these frames."""
    screen = Emulator(frames[0].width, frames[0].height)
    renderer = Renderer(palette)
    for before, frame in zip([None, *frames], frames, strict=False):
        screen.feed(renderer.draw(before.rows if before else None, frame))
    return screen


if __name__ == "__main__":
    main()
