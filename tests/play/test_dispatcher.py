"""Requests carried out for any front-end."""

from __future__ import annotations

import ast
import types
import typing
from pathlib import Path

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Wait
from roguelike.engine.scenario import draw
from roguelike.play.dispatcher import Dispatcher
from roguelike.play.requests import Begin, Continue, Leave, NewGame, ShowReplays, Submit, ToTitle
from roguelike.play.views import view
from roguelike.play.views.notice import NoticePage
from roguelike.play.views.view import Close, Open
from roguelike.settings.settings import DEFAULTS
from roguelike.store.errors import StoreError
from tests.fixture_rules import make_fixture_rules
from tests.watching import FakeLibrary, make_lobby

if typing.TYPE_CHECKING:
    from roguelike.engine.game import Game

PACKAGE = Path(view.__file__).parents[2]
REQUESTS = {kind.__name__ for kind in typing.get_args(view.Request) if kind is not types.NoneType}
RULES = make_fixture_rules(load_ruleset("classic"))


def room() -> Game:
    """Return a game in an empty room."""
    return draw("###\n#@#\n###", RULES)


class Recorder:
    """A front-end that records its calls."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.has_more = True
        """Whether a view is left when one is closed."""

    def __getattr__(self, name: str) -> typing.Any:  # noqa: ANN401 -- any method of a front-end
        def do(*args: object, **options: object) -> None:
            texts = [arg for arg in args if isinstance(arg, str) and arg]
            self.done.append(" ".join([name, *texts, *(key for key, is_on in options.items() if is_on)]))

        return do

    def close_view(self) -> bool:
        """Record the call; return the result set by the test."""
        self.done.append("close_view")
        return self.has_more


def dispatcher(library: FakeLibrary) -> tuple[Dispatcher, Recorder]:
    """Return a dispatcher with the games of a test, and the recorded calls."""
    front = Recorder()
    return Dispatcher(front, make_lobby(room, library=library), DEFAULTS, None), front


def test_a_game_is_begun_shown_and_left_for_the_title() -> None:
    """The game is closed before the title is shown, and `left` names it."""
    dispatch, front = dispatcher(FakeLibrary(room))
    dispatch.do(Begin("ada", "stage"))
    assert dispatch.play is not None
    kept = dispatch.play.kept
    dispatch.do(ToTitle())

    assert ["entered", "leaving", "to_title saved"] == front.done
    assert (kept, True) == (dispatch.left, dispatch.is_running)


def test_requests_that_follow_are_carried_out_in_order() -> None:
    """The request of a closed view follows its closing."""
    dispatch, front = dispatcher(FakeLibrary(room))
    dispatch.do(Open(NoticePage("one")))
    dispatch.do(Close(Open(NoticePage("two"))))

    assert ["open", "close_view", "open"] == front.done


@pytest.mark.parametrize("last", [Leave(), Close()])
def test_it_ends_when_the_player_leaves_or_nothing_is_left_to_show(last: view.Request) -> None:
    """A replay on its own ends with its view."""
    dispatch, front = dispatcher(FakeLibrary(room))
    dispatch.do(Open(NoticePage("one")))
    front.has_more = False
    dispatch.do(last)

    assert not dispatch.is_running


def test_the_first_request_fails_loudly_and_later_ones_are_refused() -> None:
    """Before anything is shown there is nothing to go back to."""
    library = FakeLibrary(room, failing={"resume": ["No such game.", "Damaged."], "finished": ["Unreadable."]})
    dispatch, front = dispatcher(library)
    with pytest.raises(StoreError, match="No such game"):
        dispatch.do(Continue("ada"))
    dispatch, front = dispatcher(library)
    dispatch.do(ToTitle())
    dispatch.do(Continue("ada"))
    dispatch.do(ShowReplays())

    assert ["to_title", "refuse Damaged. begins", "refuse Unreadable."] == front.done


def test_a_game_in_play_goes_on_where_another_cannot_be_resumed() -> None:
    """It is not given up for a game that is damaged."""
    dispatch, front = dispatcher(FakeLibrary(room, failing={"resume": ["Damaged."]}))
    dispatch.do(Begin("ada", "stage"))
    play = dispatch.play
    dispatch.do(Continue("bob"))

    assert ["entered", "refuse Damaged. begins"] == front.done
    assert play is dispatch.play


def test_an_unseen_end_comes_before_the_requested_game() -> None:
    """And that game comes with the next request for another one."""
    library = FakeLibrary(lambda: draw("#o@#", RULES, hit_points=1), ended={"ada": {"past": [Wait()]}})
    dispatch, front = dispatcher(library)
    dispatch.do(Begin("ada", "stage"))
    assert ["entered", "ended"] == front.done
    dispatch.do(NewGame())

    assert ["leaving", "entered"] == front.done[2:]
    assert ("begin", "ada", "stage", None) in library.asked


def test_a_game_whose_command_ends_it_is_shown_once() -> None:
    """The view that submitted the command is not asked for more."""
    dispatch, front = dispatcher(FakeLibrary(room))
    dispatch.do(Begin("ada", "stage"))
    assert dispatch.play is not None
    dispatch.play.perspective.world.outcome = "died"
    dispatch.do(Submit(Wait()))
    dispatch.end_if_over()

    assert ["entered", "submit", "ended"] == front.done


@pytest.mark.slow
def test_only_the_dispatcher_matches_requests() -> None:
    """Outside the game in play, no front-end decides the meaning of a request."""
    found = [
        f"{path.relative_to(PACKAGE)}: {node.cls.id}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if not path.is_relative_to(PACKAGE / "play")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.MatchClass) and isinstance(node.cls, ast.Name) and node.cls.id in REQUESTS
    ]

    assert [] == found
