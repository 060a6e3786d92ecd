"""Whole screens as they are, kept as text: tests/screens/*.txt.

Each file holds the characters, then a letter for the style of every cell, then what the letters stand for. Run with
REWRITE_SCREENS=1 to write them again, and look at what changed.
"""

from __future__ import annotations

import os
import string
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from roguelike.cells.canvas import PLAIN, Mark
from roguelike.cells.color import BLACK
from roguelike.content.loader import load_ruleset
from roguelike.engine.scenario import draw
from tests.fixture_rules import make_fixture_rules
from tests.library_fixtures import OTHER, few_games
from tests.watching import watch

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.cells.canvas import Canvas, Style
    from roguelike.engine.game import Game
    from tests.watching import Deed

FOLDER = Path(__file__).parents[1] / "screens"
REWRITE = bool(os.environ.get("REWRITE_SCREENS"))
SIZES = ("80x24", "120x40")
LAYOUTS = ("40x15", "40x24", "80x24", "132x36", "150x40", "200x60")
"""A size of each layout, for the scenes that differ by more than their width."""
LETTERS = string.ascii_lowercase + string.ascii_uppercase + string.digits
FIXTURE_RULES = make_fixture_rules(load_ruleset("classic"))
CARRIED = ["health potion", "fireball scroll", "confusion scroll", "lightning scroll", "pebble"]

LEVEL = """
    ############################################################
    ##########......................############################
    ##########......................############........########
    ##########......................############........########
    ##########..........T...........############........########
    ##########......................############...!....########
    ##########..@.......m...................................####
    ##########......................############........########
    ##########......!...............############........########
    ##########..........?...........############.....o..########
    ##########......................############........########
    ##################.#########################################
    ##################.#########################################
    ##################.#########################################
    ##############..........####################################
    ##############..........####################################
    ##############....o.....####################################
    ##############..........####################################
    ############################################################
    ############################################################
"""


def level(hit_points: int = 13) -> Game:
    """Return a game on a level as large as a classic one, with something of everything in view."""
    return draw(LEVEL, FIXTURE_RULES, inventory=CARRIED, hit_points=hit_points)


def lost() -> Game:
    """Return a game that the next turn ends badly."""
    return draw(LEVEL.replace("@..", "@o.", 1), FIXTURE_RULES, hit_points=1)


def won() -> Game:
    """Return a game that the next hit wins."""
    return draw(
        LEVEL.replace("o", ".").replace("T", ".").replace("@.......m", "@m......."), FIXTURE_RULES, hit_points=9
    )


PLAY: tuple[Deed, ...] = ("n", "enter")
SCENES: dict[str, tuple[Callable[[], Game], tuple[Deed, ...]]] = {
    "title": (level, ()),
    "play": (level, (*PLAY, "g", "l", "l", "n", "n", "g")),
    "use": (level, (*PLAY, "l", "i", "down")),
    "aim": (level, (*PLAY, "i", "b", "enter", "tab")),
    "flight": (level, (*PLAY, "i", "b", "enter", "tab", "enter", 0.15)),
    "burst": (level, (*PLAY, "i", "b", "enter", "enter", 0.28)),
    "examine": (level, (*PLAY, "x", "tab", "tab")),
    "history": (level, (*PLAY, "g", "i", "a", "enter", "i", "b", "enter", "enter", 1.0, "m")),
    "help": (level, (*PLAY, "?")),
    "quit": (level, (*PLAY, "Q")),
    "death": (lost, (*PLAY, ".")),
    "summary-died": (lost, (*PLAY, ".", 2.5)),
    "summary-won": (won, (*PLAY, "l")),
    "continue": (level, ("c",)),
    "notice": (level, ("c", "c")),
    "new-game": (level, ("n",)),
    "new-game-wrong": (level, ("n", "up", "4", "x", "up", "up", "!", "!")),
    "rules": (level, ("n", "up", "up", " ")),
    "taken": (level, ("n", "down", "ctrl_u", *"alice", "up", "enter")),
    "scores": (level, ("s",)),
    "replays": (level, ("r",)),
}
VARIED = {"play", "use", "aim", "help", "summary-died"}
KEPT = [(scene, size) for scene in SCENES for size in (LAYOUTS if scene in VARIED else SIZES)]
FULL = {"continue", "notice", "new-game", "new-game-wrong", "rules", "taken", "scores", "replays"}
"""Those with games in progress, finished ones and scores to show."""


def readable(canvas: Canvas) -> str:
    """Write a canvas as text: characters, styles by letter, and the styles."""
    letters: dict[Style, str] = {PLAIN: " "}
    for row in canvas.rows:
        for cell in row:
            letters.setdefault(cell.style, LETTERS[(len(letters) - 1) % len(LETTERS)])
    assert len(letters) <= len(LETTERS) + 1
    cursor = "hidden" if canvas.cursor is None else f"at {canvas.cursor[0]},{canvas.cursor[1]}"
    return "\n".join(
        [
            f"{canvas.width}x{canvas.height}, cursor {cursor}",
            "",
            *("|" + "".join(cell.char for cell in row) + "|" for row in canvas.rows),
            "",
            *("|" + "".join(letters[cell.style] for cell in row) + "|" for row in canvas.rows),
            "",
            *(f"{letter} {described(style)}" for style, letter in letters.items() if letter != " "),
            "",
        ]
    )


def described(style: Style) -> str:
    """Write a style in words."""
    words = ["#{:02x}{:02x}{:02x}".format(*style.foreground)]
    if style.background != BLACK:
        words.append("on #{:02x}{:02x}{:02x}".format(*style.background))
    words += [name for name in ("bold", "underline", "reverse", "faint") if getattr(style, name)]
    if style.mark is not Mark.NONE:
        words.append(f"marked {style.mark.name.lower()}")
    return " ".join(words)


@pytest.mark.parametrize(("scene", "size"), KEPT)
def test_a_screen_looks_as_it_did(scene: str, size: str) -> None:
    """Changes of screens are visible here, in characters and in colours."""
    begin, deeds = SCENES[scene]
    library = few_games(begin) if scene in FULL else None
    others = [OTHER] if scene in FULL else []
    width, height = map(int, size.split("x"))
    text = readable(watch(begin, *deeds, size=(width, height), at_title=True, library=library, others=others).last)
    file = FOLDER / f"{scene}-{size}.txt"
    if REWRITE:
        file.write_text(text, encoding="utf-8")

    assert file.read_text(encoding="utf-8").splitlines() == text.splitlines()


def test_every_kept_screen_is_still_shown() -> None:
    """A file that no test reads would be a lie."""
    assert {f"{scene}-{size}.txt" for scene, size in KEPT} == {file.name for file in FOLDER.iterdir()}
