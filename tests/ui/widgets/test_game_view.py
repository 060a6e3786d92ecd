"""The game as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.cells.canvas import Canvas
from roguelike.engine.commands import Wait
from roguelike.engine.scenario import draw
from roguelike.play.playback import Playback
from roguelike.play.views.aim import Aiming
from roguelike.play.views.end import End
from roguelike.play.views.film import Film
from roguelike.play.views.playing import Playing
from roguelike.ui.screens.screen import screen_of
from roguelike.ui.viewport import Viewport
from roguelike.ui.widgets.game_view import draw_game
from tests.recordings import record
from tests.views import view

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.play.views.view import View
    from roguelike.ui.layout import Layout

SCROLL = "fireball scroll"

SCREENS: dict[str, Callable[[RuleSet], View]] = {
    "play": lambda rules: Playing(viewport(rules).perspective),
    "aim": lambda rules: Aiming(viewport(rules).perspective, 0, rules.items[SCROLL]),
    "death": lambda rules: End(viewport(rules).perspective),
    "replay": lambda rules: Film(Playback(record(lambda: draw("@..T", rules), [Wait()]))),
}


def viewport(rules: RuleSet) -> Viewport:
    """Return a game as it is shown."""
    return view(draw("@..T", rules, inventory=[SCROLL]))


def test_drawing_returns_the_layout(fixture_rules: RuleSet) -> None:
    """Code that draws more over it need not ask again."""
    canvas, shown = Canvas(80, 24), viewport(fixture_rules)

    assert shown.layout(canvas) == draw_game(canvas, shown)


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_is_divided_once_a_frame(fixture_rules: RuleSet, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two answers might differ one day."""
    screen, asked, layout = SCREENS[name](fixture_rules), [], Viewport.layout

    def counted(self: Viewport, canvas: Canvas) -> Layout:
        asked.append(self)
        return layout(self, canvas)

    monkeypatch.setattr(Viewport, "layout", counted)
    screen_of(screen).draw(Canvas(80, 24))

    assert 1 == len(asked)
