"""The list of games of all hosts that a player sees, and sessions as they are reported to other hosts."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

import attrs
import pytest

from roguelike.serve.accounts import Account
from roguelike.serve.channel import Channel
from roguelike.serve.front.games import Game
from roguelike.serve.front.sessions import SessionEntry
from roguelike.serve.front.watchable import MAX_GAMES, shared, watchable
from roguelike.serve.watching.listed_game import ListedGame

NOW = 1000.0
FAR = {"process": 0, "host": "two", "boot": "b" * 36, "session": 3, "name": "zoe", "game": "Spark", "at": "D1"}
PLACE: dict[str, Any] = {"game": "Ember", "at": "D2", "may_watch": True}


def entry(number: int, *, age: int = 60, place: Any = PLACE, watchers: Any = 0) -> SessionEntry:  # noqa: ANN401 -- what a game tells
    """Return a session that began `age` seconds ago, in which a key came `number` seconds ago."""
    ours, theirs = Channel.pair()
    theirs.close()
    since = dt.datetime.now(dt.UTC) - dt.timedelta(seconds=age)
    game = Game(-1, ours, 50 + number, -1)
    made = SessionEntry(number, "", since, Account(number, f"p{number}"), "", game, _end, _part)
    ours.close()
    return attrs.evolve(made, place=place, watchers=watchers, typed_at=NOW - number)


def _end(sentence: str, how: str) -> None:
    raise AssertionError(sentence + how)


def _part(sentence: str) -> None:
    raise AssertionError(sentence)


def far(seconds: int = 90, **told: object) -> dict[str, Any]:
    """Return a game of another host that began so many seconds ago."""
    return {**FAR, "seconds": seconds, "idle": 1, "watchers": 0, **told}


def test_games_of_all_hosts_are_one_list() -> None:
    """The oldest session first; a player is not in their own list."""
    me, old, new = entry(1), entry(2, age=200), entry(3, age=10)
    games = watchable([me, old, new], me, NOW, [far()])

    assert ["p2", "zoe", "p3"] == [game["name"] for game in games]
    listed = [ListedGame.of(game) for game in games]
    assert ["", "two", ""] == [game.host for game in listed]
    assert ("b" * 36, 3) == (listed[1].boot, listed[1].session)
    assert "on two" == listed[1].columns()[-1]
    assert "" == listed[0].columns()[-1]


def test_a_long_list_fits_a_message() -> None:
    """Whatever texts games have; those in which somebody has typed last are in it."""
    wide = {**PLACE, "game": "é" * 99, "at": "\ud800\x00" + "é" * 99}
    games = watchable(
        [entry(number, place=wide) for number in range(60)], None, NOW, [far(idle=99, host="é" * 99)] * 60
    )

    assert MAX_GAMES == len(games)
    assert 60 == sum(game["process"] > 0 for game in games)
    assert len(json.dumps({"games": games})) < 60 << 10
    assert {"D1", "é" * 30} == {game["at"] for game in games}


def test_texts_of_a_session_are_printable_for_other_hosts() -> None:
    """PostgreSQL takes no NUL."""
    (told,) = shared([attrs.evolve(entry(1, place={**PLACE, "at": "D\0" + "1" * 99}), guest="gu\0est")], NOW)

    assert ("guest", "D" + "1" * 29) == (told["place"]["name"], told["place"]["at"])


def test_pages_show_what_everybody_may_watch() -> None:
    """A game that says so although nobody may watch it is in no list."""
    public, odd = {**PLACE, "is_public": True}, {**PLACE, "is_public": True, "may_watch": False}
    here = [entry(1), entry(2, place=public), entry(3, place=odd)]
    games = watchable(here, None, NOW, [far(), far(session=4, is_public=True)], by_everybody=True)

    assert [(0, 4), (52, None)] == [(game["process"], game.get("session")) for game in games]
    assert [False, True, False] == [each["place"]["is_public"] for each in shared(here, NOW)]


@pytest.mark.parametrize("place", [None, 3, [], {}, {"may_watch": False}, {"game": {}, "at": []}])
def test_what_a_game_tells_breaks_no_list(place: object) -> None:
    """It is then in none, and is told to other hosts as one that nobody may watch."""
    odd, good = entry(1, place=place, watchers="many"), entry(2, watchers=-5)

    assert ["p2"] == [game["name"] for game in watchable([odd, good], None, NOW)]
    assert [] == watchable([odd, good], None, NOW, by_everybody=True)
    told = shared([odd, good], NOW)
    assert [False, True] == [each["place"]["may_watch"] for each in told]
    assert [0, 0] == [each["watchers"] for each in told]
    assert {"name": "p2", "game": "Ember", "at": "D2", "may_watch": True, "is_public": False} == told[1]["place"]
    assert (2, 52, 2, NOW - 2) == tuple(told[1][name] for name in ("session", "process", "account", "typed"))
    assert NOW - 61 < told[1]["since"] <= NOW - 60
