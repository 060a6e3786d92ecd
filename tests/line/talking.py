"""Line mode on a drawn map, with the games in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.content.loader import load_ruleset
from roguelike.engine.scenario import draw
from roguelike.line import LineSession
from roguelike.narration.message_filter import NO_FILTER, MessageFilter
from roguelike.play.requests import Begin
from roguelike.settings.keymap import USUAL
from roguelike.settings.settings import Settings
from tests.fixture_rules import make_fixture_rules
from tests.memory import Memory
from tests.watching import NOBODY_IN_PARTICULAR, FakeLibrary, make_lobby

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.narration.hints import Hints
    from roguelike.play.requests import Continue
    from roguelike.play.views.title import TitleEntry
    from roguelike.settings.keymap import Keymap
    from roguelike.settings.settings import Choice, SettingsStore

CLASSIC = load_ruleset("classic")
FIXTURE_RULES = make_fixture_rules(CLASSIC)


@attrs.define
class Talk:
    """A session, and its output since the last call."""

    session: LineSession
    library: FakeLibrary
    written: list[str] = attrs.field(factory=list)

    def say(self, *lines: str) -> list[str]:
        """Type lines; returns the answer to the last of them."""
        for line in lines:
            self.written.clear()
            self.session.game.idle()
            self.session.answer(line)
        return list(self.written)

    @property
    def game(self) -> Game:
        """The game that was begun last."""
        return self.library.plays[-1].game


def talk(
    picture: str,
    *carried: str,
    rules: RuleSet = CLASSIC,
    library: FakeLibrary | None = None,
    start: Begin | Continue | None = None,
    keymap: Keymap = USUAL,
    hit_points: int | None = None,
    store: SettingsStore | None = None,
    legend: Mapping[str, str] | None = None,
    hints: Hints | None = None,
    messages: MessageFilter = NO_FILTER,
    offers: Sequence[TitleEntry] = (),
    choices: Sequence[Choice] = (),
) -> Talk:
    """Return a session in which a game on a drawn map has begun."""

    def make() -> Game:
        return draw(picture, rules, inventory=carried, hit_points=hit_points, legend=legend or {})

    library = FakeLibrary(make) if library is None else library
    written: list[str] = []
    screens = make_lobby(make, library=library, wishes=NOBODY_IN_PARTICULAR)
    screens.offers = offers
    if hints is not None:
        screens.lobby.hints = lambda _: hints
    start, settings = (
        start or Begin("kim", rules.name),
        Settings(keymap=keymap, messages=messages, choices=tuple(choices)),
    )
    session = LineSession(start, screens, settings, store or Memory(), write=written.extend)
    session.begin()
    return Talk(session, library, written)
