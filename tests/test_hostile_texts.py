"""Texts that strangers wrote into saves, scores and rule sets: nothing but our own sequences reaches the terminal."""

from __future__ import annotations

import datetime as dt
import random
import re
from typing import TYPE_CHECKING, Final

import pytest

from roguelike.cells.canvas import Canvas
from roguelike.content.loader import load_ruleset
from roguelike.engine.game import new_game
from roguelike.play.morgue import account
from roguelike.play.new_game import NewGameDefaults, RuleChoice
from roguelike.play.sections import sections
from roguelike.play.views.history import HistoryPage
from roguelike.play.views.notice import NoticePage
from roguelike.play.views.playing import Playing
from roguelike.play.views.replays import ReplaysMenu
from roguelike.play.views.scores import ScoresPage
from roguelike.play.views.summary import Summary
from roguelike.play.views.title import TitleMenu
from roguelike.settings.reading import SettingsError, read_settings
from roguelike.store.listings import FinishedGame, SavedGame, ScoreLine
from roguelike.terminal.colors.palette import Palette
from roguelike.terminal.drawing.frame import Renderer
from roguelike.ui.last_screen import last_screen
from roguelike.ui.screens.screen import screen_of
from tests.effort import some
from tests.views import view

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from roguelike.play.views.view import View
    from roguelike.ui.viewport import Viewport

COUNT: Final = some(200)
"""Texts for each place that shows one; there are ten. `make soak` makes up more."""
WHEN: Final = dt.datetime(2026, 1, 2, tzinfo=dt.UTC)
CLASSIC: Final = load_ruleset("classic")
OURS: Final = re.compile(r"\x1b(?:\[(?:[0-9;]*[A-HJKMPXbdfm]|\?(?:25|2026)[hl])|[78])|[\n\r\x08]")
"""Every sequence and control character that a frame has."""
POISON: Final = (
    *(
        "\x1b[2J",
        "\x1b]0;owned\x07",
        "\x1bP1$r\x1b\\",
        "\x9b31m",
        "\x9d0;x\x9c",
        "\x1bc",
        "\x1b[6n",
        "\x07",
        "\x00",
        "\x7f",
    ),
    *("\r", "\n", "\x08", "\u202e", "\u2066", "\u200b", "\u0301", "\ufe0f", "\U0001f1e6", "\ud800", "字", "\ufeff"),
    *("{who}", "%s", "a" * 300, "'; DROP TABLE scores; --", "../../etc/passwd", "\u2028", "♫", "é"),
)


def hostile(chance: random.Random) -> str:
    """Return a text with something in it that a terminal, or a program, might obey."""
    return "".join(chance.choice((*POISON, "kim", " ", "x1")) for _ in range(chance.randrange(1, 6)))


def recalling(text: str) -> Viewport:
    """Return a game whose name and kills come from a file that says `text` everywhere, with a notice of that file."""
    viewport = view(new_game(CLASSIC, 1), text)
    viewport.perspective.notify(text)
    viewport.perspective.world.tally.kills[text] = 3
    return viewport


def title(text: str) -> View:
    """Return a title with a game, a rule set and a name of that text."""
    rules = RuleChoice(text, text, text)
    return TitleMenu(
        [rules], rules, NewGameDefaults("kim"), [SavedGame(text, text, 3, WHEN), SavedGame(text, trouble=text)]
    )


PLACES: Final[dict[str, Callable[[str], View]]] = {
    "title": title,
    "notice": NoticePage,
    "replays": lambda text: ReplaysMenu([FinishedGame(text, text, text, text, 1, WHEN)]),
    "scores": lambda text: ScoresPage([ScoreLine(text, text, text, 1, 2, 3, 4, WHEN)]),
    "log": lambda text: Playing(recalling(text).perspective),
    "history": lambda text: HistoryPage(recalling(text).perspective),
    "summary": lambda text: Summary(recalling(text).perspective),
}
"""Screens that show what is in files."""


@pytest.mark.parametrize("place", PLACES)
def test_nothing_but_our_own_sequences_reaches_the_terminal(place: str) -> None:
    """A save that is passed around must not be a program for the terminal of whoever opens it."""
    chance = random.Random(place)
    for _ in range(COUNT):
        text = hostile(chance)
        canvas = Canvas(80, 24)
        screen_of(PLACES[place](text)).draw(canvas)
        written = Renderer(Palette(256)).draw(None, canvas)

        left = OURS.sub("", written)
        assert left.isprintable(), (text, [char for char in left if not char.isprintable()])


def test_an_account_is_plain_text() -> None:
    """People read it with `cat`."""
    chance = random.Random(1)
    for _ in range(COUNT):
        text = hostile(chance)

        assert account(recalling(text).perspective, last_screen).replace("\n", "").isprintable(), text


@pytest.mark.parametrize("key", ["palette", "{text}"])
def test_settings_are_complained_about_in_plain_text(tmp_path: Path, key: str) -> None:
    """The complaint quotes what is wrong, and goes to the terminal."""
    chance = random.Random(key)
    file = tmp_path / "config.toml"
    for _ in range(COUNT):
        text = hostile(chance).encode(errors="replace").decode()
        file.write_text(f"{key.replace('{text}', repr(text))} = '''{text}'''", encoding="utf-8")
        with pytest.raises(SettingsError) as refused:
            read_settings(str(file), sections)

        assert str(refused.value).isprintable(), text
