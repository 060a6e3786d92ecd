"""Long games, long lists and long texts: what is too large for one message comes in parts, or is refused."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import psycopg
import pytest
from psycopg import sql

from roguelike.engine.commands import Wait
from roguelike.serve.front.clerk_client import ClerkClient
from roguelike.serve.game.served_store import ServedStore
from roguelike.store.errors import StoreError
from roguelike.store.kept.rows import HINTS, OUTCOMES, SETTINGS
from roguelike.store.records import DIGEST
from roguelike.store.remote import wire
from roguelike.store.remote.player_rows import DatabaseRows
from roguelike.store.remote.wire import LARGEST, LENGTH, PART, TOO_LARGE, packed_answer, unpacked
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.player_rows import FolderRows
from tests.effort import EFFORT
from tests.serve.clerk.running import KEY, SERVER, RunningClerk, known_rules, running
from tests.store.library_fixtures import SHORT, begun

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from roguelike.store.remote.clerk_link import ClerkLink

FINISHED: Final = 5000
"""Games of one player."""
QUIET: Final = ("tcod", 2)
"""Rules and seed of a game in which nobody comes near for thousands of turns."""
LONG: Final = 1500 * EFFORT
"""Commands of a game."""
TOGETHER: Final = 50
"""Commands in one transaction, to save time."""
_COPY_GAMES: Final = """
INSERT INTO rl.games (account, key, about, ended, story)
SELECT account, 'kim-' || lpad((n + 1)::text, 4, '0'), jsonb_set(about, '{id}', to_jsonb((about ->> 'id') || n)),
    ended + n * interval '1 s', story
FROM rl.games, generate_series(1, %s) AS n
"""
_COPY: Final = (
    "INSERT INTO rl.{table} (game, {columns}) SELECT games.id, {columns} FROM rl.{table}, rl.games WHERE games.id > 1"
)
_COLUMNS: Final = {
    "commands": ("number", "command", "turn", "at", "before", "chain"),
    "snapshots": ("number", "digest", "fingerprint", "seal", "witness", "world"),
    "annotations": ("number", "note", "seal"),
}


@pytest.fixture
def clerk(database: str) -> Iterator[RunningClerk]:
    """Yield a clerk on a new database."""
    with running(database) as clerk:
        yield clerk


@pytest.fixture
def kim(clerk: RunningClerk) -> ClerkLink:
    """Return the link of a session."""
    return clerk.sit_down(clerk.account("kim"))


def test_a_player_with_thousands_of_finished_games_lists_them_and_plays(clerk: RunningClerk) -> None:
    """Each once and in its order, with how it ended; the next one gets the next number."""
    account = clerk.account("kim")
    playing = begun(clerk.store(account), "kim", SHORT).to_the_end()
    playing.play.finish(playing.account)
    playing.quit()
    with psycopg.connect(clerk.url) as connection:
        connection.execute(_COPY_GAMES, (FINISHED - 1,))
        for table, columns in _COLUMNS.items():
            names = sql.SQL(", ").join(map(sql.Identifier, columns))
            connection.execute(sql.SQL(_COPY).format(table=sql.Identifier(table), columns=names))
    store = clerk.store(account)

    keys = [game.place.stem for game in store.rows.finished()]
    assert [f"kim-{number:04}" for number in range(1, FINISHED + 1)] == keys
    listed = store.finished()
    assert (FINISHED, {"died"}, "kim-5000") == (len(listed), {game.outcome for game in listed}, listed[0].key)
    playing = begun(store, "kim", SHORT).to_the_end()
    assert "kim-5001" == playing.play.finish(playing.account)
    playing.quit()


def test_a_long_game_is_opened_gone_on_with_and_replayed(clerk: RunningClerk) -> None:
    """Its commands come in portions; another player replays it from any moment, and to its end."""
    account = clerk.account("kim")
    play = clerk.store(account).begin("kim", *QUIET)
    for _ in range(LONG // TOGETHER):
        with play.together():
            for _ in range(TOGETHER):
                play.append(Wait())
                play.game.play(Wait())
    play.release()

    store = clerk.store(account)
    assert [LONG] == [game.turn for game in store.saved(thoroughly=True)]
    resumed = store.resume("kim")
    for _ in resumed.catch_up():
        pass
    resumed.append(Wait())
    resumed.game.play(Wait())
    key = resumed.archive()
    resumed.release()
    rows = DatabaseRows(clerk.sit_down(clerk.account("lee")), lambda: KEY)
    replay = ServedStore(rows, rows, known_rules).replay(key)
    assert LONG + 1 == replay.length
    assert LONG - 1 == replay.game_at(LONG - 1).world.turn
    replay.check_end([step.game for step in replay.steps()][-1])


def test_a_long_list_comes_in_parts(clerk: RunningClerk, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the gateway as well as to a game; nothing is left out, and nothing comes twice."""
    monkeypatch.setattr(wire, "PART", 200)
    bans = [["account", f"name{number}", "", "x" * number] for number in range(40)]
    with psycopg.connect(clerk.url) as connection:
        connection.cursor().executemany("INSERT INTO rl.bans VALUES (%s, %s, nullif(%s, '')::timestamptz, %s)", bans)

    async def ask() -> object:
        gateway = ClerkClient(clerk.path, SERVER)
        try:
            return await gateway.ask("bans")
        finally:
            gateway.hang_up()

    assert sorted(bans) == asyncio.run(ask()) == clerk.server().ask("bans")


def test_no_answer_is_too_large() -> None:
    """A list is cut where it is; what cannot be cut is refused in a sentence."""
    items = ["x" * (PART // 3)] * 10 + ["y" * (2 * PART)] * 2
    found: list[str] = []
    for _ in items:
        answer = packed_answer(items, len(found))
        assert len(answer) < LARGEST
        found += unpacked(answer[LENGTH.size :])["value"]
        if "more" not in unpacked(answer[LENGTH.size :]):
            break

    assert items == found
    for value in ("x" * LARGEST, ["x" * LARGEST], {"x": "x" * LARGEST}):
        assert {"refused": TOO_LARGE} == unpacked(packed_answer(value)[LENGTH.size :])


def test_what_is_too_large_to_be_sent_is_refused_at_once(kim: ClerkLink) -> None:
    """The clerk would close the connection, and it would be sent again."""
    with pytest.raises(StoreError, match=TOO_LARGE):
        kim.ask("put_text", kind=OUTCOMES.name, name="", text="x" * LARGEST)


def test_texts_are_limited(clerk: RunningClerk, kim: ClerkLink) -> None:
    """In length and number, by the clerk; those that are there can be replaced."""
    rows = DatabaseRows(kim, lambda: KEY)
    with pytest.raises(StoreError, match="The settings are too long to be saved"):
        rows.put_text(SETTINGS, "toml", "x" * (SETTINGS.most + 1))
    for given in (
        {"kind": HINTS.name, "name": "kim", "text": "\N{GREEK SMALL LETTER ALPHA}" * (HINTS.most // 2 + 1)},
        {"kind": "novel", "name": "kim", "text": ""},
        {"kind": HINTS.name, "name": "x" * 65, "text": ""},
    ):
        with pytest.raises(StoreError, match=r"too long to be saved|No such saved text"):
            kim.ask("put_text", **given)
    rows.put_text(HINTS, "kim", "oil")
    with psycopg.connect(clerk.url) as connection:
        connection.execute("INSERT INTO rl.texts SELECT 1, 'proof', n, '' FROM generate_series(1, 19999) AS n")
    with pytest.raises(StoreError, match="too many saved texts"):
        rows.put_text(HINTS, "lee", "oil")
    rows.put_text(HINTS, "kim", "oil\ngas")

    assert b"oil\ngas" == rows.text(HINTS, "kim")


def test_games_are_limited(clerk: RunningClerk) -> None:
    """Others read their names, notes and scores; each refusal is a sentence, and the game goes on."""
    account = clerk.account("kim")
    play = clerk.store(account).begin("kim", "classic", 7)
    kim = clerk.sit_down(account)
    digest = "0" * DIGEST
    row = [1, "wait", 1, 1, digest, digest]
    nothing = {"game": 1, "commands": [], "snapshots": [], "annotations": []}
    ending = {"game": 1, "key": "kim-0001", "story": "", "unseen": False, "score": None}
    for operation, given in (
        ("begin", {"about": {**play.about, "rules": "x" * 9000}, "snapshot": [0, *[digest] * 4, ""]}),
        ("write", {**nothing, "annotations": [[1, "x" * 5000, digest]]}),
        ("write", {**nothing, "snapshots": [[1 << 40, *[digest] * 4, ""]]}),
        ("write", {**nothing, "snapshots": [[1, digest, digest, digest, digest * 2, ""]]}),
        ("end", {**ending, "score": {"name": "x" * 5000}}),
        ("end", {**ending, "story": "x" * (1 + (1 << 20))}),
        ("end", {**ending, "key": "x" * 100}),
    ):
        with pytest.raises(StoreError, match="is invalid"):
            kim.ask(operation, **given)
    with psycopg.connect(clerk.url) as connection:
        connection.execute(
            "INSERT INTO rl.annotations (game, number, note, seal) "
            "SELECT 1, n, '{}', '' FROM generate_series(1, 1000) AS n"
        )
    with pytest.raises(StoreError, match="too many notes"):
        kim.ask("write", **{**nothing, "annotations": [[1, "{}", digest]]})
    kim.ask("write", **{**nothing, "commands": [row]})
    play.release()


def test_long_texts_are_not_kept_in_files_either(tmp_path: Path) -> None:
    """The same sentence."""
    rows = FolderRows(DataFolder(tmp_path))
    with pytest.raises(StoreError, match="The hints are too long to be saved"):
        rows.put_text(HINTS, "kim", "x" * (HINTS.most + 1))
    rows.put_text(HINTS, "kim", "x" * HINTS.most)
