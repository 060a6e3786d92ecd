"""Accounts and games that move from the data folder of a server into a database, and back."""

from __future__ import annotations

import contextlib
import datetime as dt
import hashlib
import json
import shutil
import sqlite3
import stat
from typing import TYPE_CHECKING, Final

import psycopg
import pytest

from roguelike import cli
from roguelike.serve.accounts import Accounts, KeyUsed
from roguelike.serve.backup import back_up
from roguelike.serve.bans import Ban, BanList
from roguelike.serve.database import make_database
from roguelike.serve.game.player_folders import store_in
from roguelike.serve.game.rules import shipped
from roguelike.serve.listening import ServerLock
from roguelike.serve.paths import ServerPaths
from roguelike.serve.player_files import rename_games
from roguelike.serve.ported import TABLES, game_in_file, texts_in
from roguelike.serve.postgres import exporting, importing
from roguelike.serve.postgres.ported_rows import digest_of, game_in, games_of, table_in, texts_of
from roguelike.serve.published.public_folder import PublicFolder
from roguelike.serve.published.publishing import Publisher
from roguelike.serve.remote_accounts import RemoteAccounts
from roguelike.serve.restore import restore
from roguelike.store.kept import proofs
from roguelike.store.kept.rows import HINTS, PRIVATE, SETTINGS
from roguelike.store.kept.store import KeptStore
from roguelike.store.remote.player_rows import DatabaseRows
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.player_rows import FolderRows
from roguelike.store.sqlite.scores import ScoreFile
from tests.effort import EFFORT
from tests.postgres import logged_in
from tests.serve.clerk.running import KEY, running
from tests.serve.published.examples import archived
from tests.store.library_fixtures import SHORT, Playing, begun, resumed, scores_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from roguelike.serve.game.served_store import ServedStore
    from roguelike.serve.ported import PortedGame, Texts
    from tests.postgres import PostgresServer

    Command = Callable[..., tuple[int, str, str]]
    Ported = dict[int, tuple[dict[str, PortedGame], Texts]]

NAMES: Final = {1: "ann", 2: "bob", 4: "cid"}
RULES: Final = ("kasidin", "ember")
PLAYERS: Final = EFFORT
"""Of whom each has begun ten games; with `EFFORT=100` these are 1,000 games."""


def key(number: int) -> KeyUsed:
    """Return one of many keys."""
    return KeyUsed(f"SHA256:{number:043}", "ssh-ed25519")


def store_of(places: ServerPaths, account: int) -> ServedStore:
    """Return the games of an account."""
    return store_in(folder_of(places, account), places)


def folder_of(places: ServerPaths, account: int) -> DataFolder:
    """Return the folder of an account."""
    return DataFolder(places.player(account), places.root)


def finish(playing: Playing, *, is_seen: bool) -> None:
    """Play a game to its end."""
    playing.to_the_end()
    playing.play.finish(playing.account)
    if is_seen:
        playing.play.see_end()
    playing.quit()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a server that has stopped: ann, bob and cid have played, and dan's account was deleted."""
    places = ServerPaths(tmp_path_factory.mktemp("played") / "data")
    places.make()
    make_database(places.accounts)
    accounts, bans = Accounts(places.accounts), BanList(places.accounts)
    ann, bob, dan, old = (
        accounts.register(name, key(number)) for number, name in enumerate(["ann", "bob", "dan", "old"])
    )
    accounts.add_key(ann, key(7))
    accounts.label_key(ann, key(7).fingerprint, "laptop")
    accounts.make_code(bob)
    accounts.delete(dan, by="root")
    bans.add(Ban("address", "192.0.2.0/24", None, ""), by="root")
    bans.add(Ban("account", "bob", dt.datetime(2031, 1, 1, tzinfo=dt.UTC), "rude"), by="root")
    assert "guest-0002" == [accounts.next_guest() for _ in range(2)][-1]

    finish(begun(store_of(places, 1), "ann", SHORT), is_seen=True)
    finish(begun(store_of(places, 1), "ann", SHORT), is_seen=False)
    begun(store_of(places, 1), "ann").step(150).quit()
    begun(store_of(places, 2), "bob").step(3).quit()
    store_of(places, 2).begin("bob", "kasidin", sets_aside=True).release()
    rows = FolderRows(folder_of(places, 2))
    rows.put_text(SETTINGS, "toml", "[display]\n")
    rows.put_text(PRIVATE, "", "nobody may watch\n")
    rows.put_text(HINTS, "bob", "oil\n")
    begun(store_of(places, old.id), "old").step(130).quit()
    rename_games(places.player(old.id), accounts.rename(old, "cid", by="root").name)
    return places.root


@pytest.fixture
def places(played: Path, tmp_path: Path) -> ServerPaths:
    """Return a copy of that folder."""
    return ServerPaths(shutil.copytree(played, tmp_path / "data"))


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], tmp_path: Path, database: str) -> Command:
    """Return what moves something, and returns its exit code and what it prints and complains."""

    def run(what: str, folder: Path, *words: str, url: str = database) -> tuple[int, str, str]:
        where = ("--database", url, "--data-dir", str(tmp_path / "host"))
        code = cli.main(["server", what, str(folder), *where, *words])
        return (code, *capsys.readouterr())

    return run


def in_folder(places: ServerPaths) -> Ported:
    """Return games and texts of all accounts in a folder."""
    found: Ported = {}
    for account in NAMES:
        folder = folder_of(places, account)
        over = [game_in_file(path, is_over=True) for path in folder.finished_games()]
        games = [*over, *(game_in_file(folder.game(name), is_over=False) for name in folder.names())]
        found[account] = ({game.key: game for game in games}, texts_in(folder))
    return found


def in_database(url: str) -> Ported:
    """Return games and texts of all accounts in a database."""
    with psycopg.connect(url) as connection:
        return {
            account: (
                {key: game_in(connection, number) for number, key in games_of(connection, account)},
                texts_of(connection, account),
            )
            for account in NAMES
        }


def accounts_in(places: ServerPaths) -> list[object]:
    """Return the rows of all tables of accounts in a folder."""
    with contextlib.closing(sqlite3.connect(places.accounts)) as file:
        rows = [table.in_file(file) for table in TABLES]
        return [*rows, file.execute("SELECT count FROM guests").fetchall()]


def count(url: str, table: str) -> int:
    """Return the number of rows."""
    with psycopg.connect(url) as connection:
        return int(connection.execute(f"SELECT count(*) FROM rl.{table}".encode()).fetchall()[0][0])  # noqa: S608 -- ours


def test_an_imported_folder_is_all_there(places: ServerPaths, command: Command, database: str) -> None:
    """Accounts row by row, games by all their rows, and the scores."""
    told = f"Imported from {places.root}: 3 accounts, 6 games, 2 scores.\n"
    assert (0, told, "") == command("import", places.root)

    with psycopg.connect(database) as connection:
        assert accounts_in(places)[:-1] == [list(table_in(connection, table)) for table in TABLES]
    here = in_folder(places)
    assert here == in_database(database)
    assert [{"", "ann-0001", "ann-0002"}, {"", "bob-0001"}, {""}] == [set(games) for games, _ in here.values()]
    assert [150, 3, 130] == [
        len(here[account][0][which].contents.commands) for account, which in ((1, ""), (2, "bob-0001"), (4, ""))
    ]
    assert 3 == len(here[2][1])
    assert [False, True] == [here[1][0][f"ann-000{number}"].unseen for number in (1, 2)]
    assert (places.root / "proofs.key").read_bytes() == (places.root.parent / "host/proofs.key").read_bytes()


def test_players_go_on_in_the_database(places: ServerPaths, command: Command, database: str) -> None:
    """At the same turn; scores are proven as before, and new accounts and guests get new numbers."""
    playing = resumed(store_of(places, 4), "cid")
    before = playing.digest
    playing.play.release()
    lines = [(line.game, line.score, line.verified, line.board) for line in scores_of(store_of(places, 1))]
    assert 0 == command("import", places.root)[0]
    secret = (places.root / "proofs.key").read_bytes()

    with running(database) as clerk:
        stores = {number: KeptStore(DatabaseRows(clerk.sit_down(number), lambda: secret), shipped) for number in (4, 1)}
        playing = resumed(stores[4], "cid")
        assert before == playing.digest
        playing.step(1).quit()
        *_, scores = stores[1].scores()
        assert lines == [(line.game, line.score, line.verified, line.board) for line in scores]
        unseen = stores[1].unseen("ann")
        assert unseen is not None
        assert "ann-0002" == unseen.key
        unseen.release()
        assert 5 == clerk.account("eve")
        assert "guest-0003" == clerk.server().ask("next_guest")


def test_an_interrupted_import_goes_on(
    places: ServerPaths, command: Command, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An account is there whole or not at all; nobody's is changed."""
    put = importing._put_game

    def put_or_stop(connection: psycopg.Connection, account: int, game: PortedGame) -> int:
        if account == 2 and not game.key:
            raise SystemExit(143)
        return put(connection, account, game)

    with monkeypatch.context() as patch:
        patch.setattr(importing, "_put_game", put_or_stop)
        assert 143 == command("import", places.root)[0]
    assert 3 == count(database, "games")
    again = "roguelike: the database has accounts: import into an empty one, or resume an import with --resume.\n"
    assert (1, "", again) == command("import", places.root)
    with psycopg.connect(database) as connection:  # somebody has played there since
        ((token,),) = connection.execute("INSERT INTO rl.seats (account) VALUES (1) RETURNING token")

    found = json.loads(command("import", places.root, "--resume", "--json")[1])

    assert (1, 2, 3, 2, []) == tuple(found[each] for each in ("known", "accounts", "games", "scores", "problems"))
    assert in_folder(places) == in_database(database)
    with psycopg.connect(database) as connection:
        assert [(False,)] == connection.execute("SELECT token = %s FROM rl.seats", (token,)).fetchall()
    assert 0 == command("import", places.root, "--resume")[0]
    begun(store_of(places, 1), "bea").quit()
    resumed(store_of(places, 1), "ann").step(1).quit()
    differs = "roguelike: players/1 and the database differ: import into an empty database.\n"
    assert (1, "", differs) == command("import", places.root, "--resume")


def test_damaged_games_are_named_and_left_out(places: ServerPaths, command: Command, database: str) -> None:
    """A game in progress is moved, as when its player begins another; a finished game stays where it is."""
    for name, what in (("1/games/ann", "wait"), ("2/finished/bob-0001", "drink")):
        with contextlib.closing(sqlite3.connect(places.players / f"{name}.game")) as connection:
            connection.execute("UPDATE commands SET command = ? WHERE number = 2", (f'"{what}"',))
            connection.commit()
    begun(store_of(places, 4), "bea").quit()

    code, lines, error = command("import", places.root)

    damaged = "cannot be read: command 2 was altered. The file is unchanged; see docs/saves.md."
    assert (3, "") == (code, error)
    assert [
        f"players/1/games/ann.game {damaged} It is now players/1/unreadable/ann-0001.game.",
        f"players/2/finished/bob-0001.game {damaged}",
        "players/4/games/bea.game: cid continues only cid.game, so this game is not imported.",
    ] == lines.splitlines()[:-1]
    assert [{"ann-0001", "ann-0002"}, {""}, {""}] == [set(games) for games, _ in in_database(database).values()]
    assert (places.players / "1/unreadable/ann-0001.game").exists()
    assert (3, "") == command("import", places.root, "--resume")[::2]


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("postgresql:///db?host=/nowhere", "database: cannot connect to the database: "),
        ("secret", "database: not an address of a database (postgresql://USER@HOST/DATABASE).\n"),
    ],
)
def test_a_wrong_url_is_one_sentence(places: ServerPaths, command: Command, url: str, told: str) -> None:
    """Nothing is moved."""
    code, out, err = command("import", places.root, url=url)

    assert (1, "", 1) == (code, out, err.count("\n"))
    assert err.startswith(f"roguelike: {told}")


def test_an_import_needs_the_owner_of_the_schema(
    places: ServerPaths, command: Command, database: str, postgres: PostgresServer
) -> None:
    """Logins of hosts and of backups may not write."""
    for role, what in (("rl_host", "table hosts"), ("rl_backup", "function clear_seats")):
        with postgres.role() as user:
            postgres.admin.execute(f"GRANT {role} TO {user}")
            told = f"permission denied for {what} (name the owner of the schema rl in --database)"
            refused = (1, "", f"roguelike: database: {told}.\n")
            assert refused == command("import", places.root, url=logged_in(database, user))


def test_a_database_without_the_schema_is_refused(places: ServerPaths, command: Command, empty_database: str) -> None:
    """The sentence says what makes it."""
    assert "(roguelike server migrate).\n" in command("import", places.root, url=empty_database)[2]


def test_a_server_on_either_side_is_refused(
    places: ServerPaths, command: Command, database: str, tmp_path: Path
) -> None:
    """So are a game that is being played, and a folder without accounts."""
    lock = ServerLock(places)
    assert f"roguelike: a server is already running in {places.root}.\n" == command("import", places.root)[2]
    lock.close()
    play = resumed(store_of(places, 1), "ann").play
    assert "roguelike: the game ann is being played by process " in command("import", places.root)[2]
    play.release()
    assert f"roguelike: {tmp_path}: not a server data folder.\n" == command("import", tmp_path)[2]
    with running(database, "north"):
        served = "roguelike: the host north serves this database: drain it, then wait for 5 seconds.\n"
        assert (1, "", served) == command("import", places.root)
        assert (1, "", served) == command("export", tmp_path / "back")
    assert 0 == count(database, "accounts")


def test_what_comes_back_is_what_went_in(places: ServerPaths, command: Command, tmp_path: Path) -> None:
    """Accounts, games with their times, texts and scores; a backup of it can be restored, which replays all games."""
    assert 0 == command("import", places.root)[0]
    (tmp_path / "back").mkdir()
    told = f"Exported into {tmp_path}/back: 3 accounts, 6 games, 2 scores.\n"

    assert (0, told, "") == command("export", tmp_path / "back")

    back = ServerPaths(tmp_path / "back")
    assert accounts_in(places) == accounts_in(back)
    assert in_folder(places) == in_folder(back)
    assert ScoreFile(places.scores).all() == ScoreFile(back.scores).all()
    assert (places.root / "proofs.key").read_bytes() == (back.root / "proofs.key").read_bytes()
    assert scores_of(store_of(places, 1)) == scores_of(store_of(back, 1))
    assert {0o700, 0o600} == {stat.S_IMODE(path.stat().st_mode) for path in (back.root, *back.root.rglob("*"))}
    back_up(back, tmp_path / "copy")
    restored = restore(tmp_path / "copy", ServerPaths(tmp_path / "new"), force=False)
    assert (6, 0, []) == (restored.verified, restored.not_replayed, restored.problems)


def test_many_games_stay_the_same(database: str, other_database: str, tmp_path: Path) -> None:
    """From a folder into a database, by a backup into another one, and back: all have the same digests, and replay."""
    places, host, back = (ServerPaths(tmp_path / name) for name in ("data", "host", "back"))
    places.make()
    make_database(places.accounts)
    for number in range(1, PLAYERS + 1):
        name = f"player{number}"
        Accounts(places.accounts).register(name, key(number))
        for game in range(10):
            seed, store = number + game, store_of(places, number)
            has_game = store.rows.has(name)
            playing = Playing(store.begin(name, RULES[seed % len(RULES)], seed, sets_aside=has_game))
            with playing.play.together():
                while playing.play.game.outcome is None and playing.play.journal.number < 10 + 17 * seed % 51:
                    playing.step()
            if playing.play.game.outcome is not None:
                playing.play.finish(playing.account)
            playing.quit()
    games = {number: rows_of_games(places, number) for number in range(1, PLAYERS + 1)}
    assert 10 * PLAYERS == sum(map(len, games.values()))

    assert 10 * PLAYERS == importing.import_folder(database, places, host, resumes=False).games
    made = exporting.back_up_database(database, host, tmp_path / "copy")
    assert () == made.damaged
    restored = restore(tmp_path / "copy", ServerPaths(tmp_path / "new"), force=False)
    assert (10 * PLAYERS, 0, []) == (restored.verified, restored.not_replayed, restored.problems)
    importing.import_folder(other_database, ServerPaths(tmp_path / "new"), host, resumes=False)
    assert [] == exporting.export_folder(other_database, back, host).problems

    assert digests_in(database) == digests_in(other_database)
    assert games == {number: rows_of_games(back, number) for number in games}


def rows_of_games(places: ServerPaths, account: int) -> dict[str, str]:
    """Return the digest of everything that is kept of each game of an account in a folder, by its key."""
    folder = folder_of(places, account)
    found = [game_in_file(path, is_over=True) for path in folder.finished_games()]
    found += [game_in_file(folder.game(name), is_over=False) for name in folder.names()]
    return {game.key: hashlib.sha256(repr(game).encode()).hexdigest() for game in found}


def digests_in(url: str) -> dict[tuple[int, str], str]:
    """Return the digest by which a database knows each game, by its account and key."""
    with psycopg.connect(url) as connection:
        found = connection.execute("SELECT account, key, id FROM rl.games").fetchall()
        return {(account, key): digest_of(connection, number) for account, key, number in found}


def test_games_of_a_database_go_on_in_files(command: Command, database: str, tmp_path: Path) -> None:
    """At the same turn, those set aside as unreadable as well; new accounts and guests get new numbers."""
    with running(database) as clerk:
        server = RemoteAccounts(clerk.server())
        ann = server.register("ann", key(1)).id
        assert "guest-0001" == server.next_guest()
        store = clerk.store(ann)
        begun(store, "ann").quit()
        DatabaseRows(clerk.sit_down(ann), lambda: KEY).put_unreadable("ann")
        finish(begun(clerk.store(ann), "ann", SHORT), is_seen=True)
        playing = begun(clerk.store(ann), "ann").step(130)
        playing.quit()
        (tmp_path / "host").mkdir()
        (tmp_path / "host/proofs.key").write_bytes(KEY)
    with psycopg.connect(database) as connection:
        connection.execute("UPDATE rl.hosts SET beat = beat - interval '6 seconds'")

    assert 0 == command("export", tmp_path / "new")[0]

    places = ServerPaths(tmp_path / "new")
    again = resumed(store_of(places, 1), "ann")
    assert playing.digest == again.digest
    again.step(1).quit()
    assert [("ann-0001", True)] == [(line.game, line.verified) for line in scores_of(store_of(places, 1))]
    assert ["ann-0001.game"] == [path.name for path in (places.player(1) / "unreadable").iterdir()]
    accounts = Accounts(places.accounts)
    assert (2, "guest-0002") == (accounts.register("bob", key(2)).id, accounts.next_guest())


def test_a_damaged_game_is_exported_as_it_is(
    places: ServerPaths, command: Command, database: str, tmp_path: Path
) -> None:
    """It is named; what could be no file is left out."""
    assert 0 == command("import", places.root)[0]
    with psycopg.connect(database) as connection:
        connection.execute(
            "UPDATE rl.commands SET command = '\"drink\"' FROM rl.games "
            "WHERE games.id = game AND account = 1 AND ended IS NULL AND number = 2"
        )
        connection.execute("UPDATE rl.games SET key = '../../bob-0001' WHERE key = 'bob-0001'")
        connection.execute("UPDATE rl.texts SET name = '../toml' WHERE name = 'toml'")

    code, lines, _ = command("export", tmp_path / "back")

    assert 3 == code
    assert [
        "players/1/games/ann.game cannot be read: command 2 was altered. The file is unchanged; see docs/saves.md.",
        "account 2: the name of a text cannot be that of a file, so it is left out.",
        "account 2: the key of game 4 cannot be that of a file, so it is left out.",
    ] == lines.splitlines()[:-1]
    players = tmp_path / "back/players"
    files = {str(path.relative_to(players)) for path in players.rglob("*.*")}
    assert {"1/games/ann.game", "2/games/bob.game", "4/games/cid.game"} <= files
    assert not any("toml" in each or "bob-0001" in each for each in files)


def test_an_export_is_there_whole_or_not_at_all(
    places: ServerPaths, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is left after an interruption, nothing of a folder is replaced, and no server runs meanwhile."""
    assert 0 == command("import", places.root)[0]
    before = {path.name for path in tmp_path.iterdir()}

    def interrupt(*_: object) -> None:
        raise SystemExit(143)

    with monkeypatch.context() as patch:
        patch.setattr(exporting, "write_texts", interrupt)
        assert 143 == command("export", tmp_path / "back")[0]
    assert f"roguelike: {places.root} is not empty.\n" == command("export", places.root)[2]
    assert before == {path.name for path in tmp_path.iterdir()}


def test_proofs_come_along(
    places: ServerPaths, command: Command, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No game is replayed on either side, so that scores stay proven after their rules have changed."""
    secret = (places.root / "proofs.key").read_bytes()
    monkeypatch.setattr(proofs, "_final_game", lambda _: pytest.fail("a game is replayed"))
    assert 0 == command("import", places.root)[0]
    with running(database) as clerk:
        *_, scores = KeptStore(DatabaseRows(clerk.sit_down(1), lambda: secret), shipped).scores()
    assert [("ann-0001", True)] == [(line.game, line.verified) for line in scores if line.game == "ann-0001"]
    with psycopg.connect(database) as connection:
        connection.execute("DELETE FROM rl.hosts")

    assert 0 == command("export", tmp_path / "back")[0]

    assert scores == scores_of(store_of(ServerPaths(tmp_path / "back"), 1))


def test_the_key_of_proofs_must_be_that_of_the_host(
    places: ServerPaths, command: Command, database: str, tmp_path: Path
) -> None:
    """With another no game would be proven any more; an export without it says so."""
    (host := tmp_path / "host").mkdir()
    (host / "proofs.key").write_bytes(KEY)
    other = f"roguelike: {host}/proofs.key is not that of {places.root} (replace it on all hosts).\n"
    assert (1, "", other) == command("import", places.root)
    assert 0 == count(database, "accounts")
    (host / "proofs.key").unlink()

    code, lines, _ = command("export", tmp_path / "back")

    assert (3, f"{host} has no proofs.key: ") == (code, lines[: len(f"{host} has no proofs.key: ")])


def test_an_import_needs_all_scores(places: ServerPaths, command: Command, database: str) -> None:
    """Else games would be there without theirs."""
    assert 2 == ScoreFile(places.scores).count()
    places.scores.unlink()

    assert "scores.sqlite is missing" in command("import", places.root)[2]
    assert 0 == count(database, "accounts")


def test_pages_move_with_their_games(places: ServerPaths, command: Command, tmp_path: Path) -> None:
    """Those of their own accounts; a game that was not on pages is on none afterwards."""
    Publisher(places).publish(archived("ann-0001"), 1)
    Publisher(places).publish(archived("ann-0002"), 2)
    assert command("import", places.root)[0] == 0
    exported = ServerPaths(tmp_path / "exported")
    assert command("export", exported.root)[0] == 0

    before, after = PublicFolder(places.public), PublicFolder(exported.public)
    assert before.record("ann-0001") is not None
    assert [before.record("ann-0001")] == after.index().newest
    assert after.record("ann-0002") is None
    assert after.morgue("ann-0001") == (folder_of(places, 1).finished / "ann-0001.txt").read_text()
