"""Backups of a database while hosts serve it, and what becomes of them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import psycopg
import pytest
from psycopg.types.json import Jsonb

from roguelike import cli
from roguelike.cli.server_backup import UNNAMED
from roguelike.serve.paths import ServerPaths
from roguelike.serve.postgres import exporting
from roguelike.serve.postgres.exporting import back_up_database
from roguelike.serve.postgres.importing import import_folder
from roguelike.serve.postgres.ported_rows import LOCK
from roguelike.serve.published.public_folder import PublicFolder
from roguelike.serve.published.publishing import record_of
from roguelike.serve.restore import restore
from roguelike.store.remote.clerk_link import SeatLost
from tests.postgres import HOST, logged_in
from tests.serve.clerk.running import KEY, running
from tests.serve.published.examples import archived
from tests.store.library_fixtures import SHORT, begun, resumed, scores_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.postgres import PostgresServer
    from tests.serve.clerk.running import RunningClerk

    Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def clerk(database: str) -> Iterator[RunningClerk]:
    """Yield the clerk of a host whose folder has what a backup needs."""
    with running(database) as clerk:
        (clerk.places.root / "proofs.key").write_bytes(KEY)
        (clerk.places.root / "serve.toml").write_text(f'database = "{database}"\n')
        clerk.places.keys.mkdir()
        clerk.places.host_key.write_text("secret\n")
        clerk.places.player(1).mkdir(parents=True)  # of a time without a database
        yield clerk


@pytest.fixture
def command(clerk: RunningClerk, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Return what makes a backup, and returns its exit code and what it prints and complains."""
    monkeypatch.setattr(os, "nice", lambda _: 0)

    def run(*words: str | Path) -> tuple[int, str, str]:
        code = cli.main(["server", "backup", *map(str, words), "--data-dir", str(clerk.places.root)])
        return (code, *capsys.readouterr())

    return run


def test_a_backup_is_of_one_moment(clerk: RunningClerk, database: str, other_database: str, tmp_path: Path) -> None:
    """Whatever is played while it is made; restored and imported it goes on there, without the sessions from before."""
    ann, bob = map(clerk.account, ("ann", "bob"))
    over = begun(clerk.store(ann), "ann", SHORT)
    over.to_the_end()
    over.play.finish(over.account)
    over.play.see_end()
    over.quit()
    clerk.rows("SELECT rl.publish(1, %s)", Jsonb(record_of(archived(), ann).plain))
    clerk.places.public.mkdir()
    (clerk.places.public / "changes.json").write_text("of this host alone")
    games = [begun(clerk.store(number), name).step(130) for number, name in ((ann, "ann"), (bob, "bob"))]
    digests, tokens = [each.digest for each in games], clerk.rows("SELECT account, token::text FROM rl.seats")
    told: list[tuple[int, int]] = []

    def play_on(done: int, count: int) -> None:
        told.append((done, count))
        for each in games:
            each.step(1)
        clerk.account(f"new{done}")

    made = back_up_database(database, clerk.places, tmp_path / "copy", on_accounts=play_on)

    assert [(0, 2), (1, 2)] == told
    assert (2, ()) == (made.games, made.damaged)
    copied = ServerPaths(tmp_path / "copy")
    assert "secret\n" == copied.host_key.read_text()
    assert {"1", "2"} == {path.name for path in copied.players.iterdir()}
    assert not PublicFolder(copied.public).last_change.exists()
    restored = restore(copied.root, ServerPaths(tmp_path / "new"), force=False)
    assert (3, 0, [], True) == (restored.verified, restored.not_replayed, restored.problems, restored.is_in_place)
    assert ["ann-0001"] == [each.key for each in PublicFolder(tmp_path / "new" / "public").index().newest]
    imported = import_folder(other_database, ServerPaths(tmp_path / "new"), clerk.places, resumes=False)
    assert (2, 3, 1, []) == (imported.accounts, imported.games, imported.scores, imported.problems)
    with running(other_database) as other:
        for number, token in tokens:
            with pytest.raises(SeatLost):
                other.link(account=number, token=token).ask("in_progress")
        again = [resumed(other.store(number), name) for number, name in ((ann, "ann"), (bob, "bob"))]
        assert digests == [each.digest for each in again]
        assert [("ann-0001", True)] == [(line.game, line.verified) for line in scores_of(other.store(ann))]


def test_the_command_backs_up_the_database_of_the_settings(
    clerk: RunningClerk, command: Command, database: str, tmp_path: Path
) -> None:
    """Or that of the option `--database`."""
    begun(clerk.store(clerk.account("ann")), "ann").step(3)
    code, told, _ = command(tmp_path / "one")
    assert (0, True) == (code, told.endswith(", 1 game in progress.\n"))

    assert f"roguelike: {tmp_path}/one: already exists (choose another folder).\n" == command(tmp_path / "one")[2]
    (clerk.places.root / "serve.toml").unlink()
    assert f"roguelike: {UNNAMED}\n" == command(tmp_path / "two")[2]
    assert 0 == command(tmp_path / "two", "--database", database)[0]
    assert 1 == restore(tmp_path / "two", ServerPaths(tmp_path / "new"), force=False).verified


def test_who_only_reads_can_back_up(
    clerk: RunningClerk, command: Command, database: str, postgres: PostgresServer, tmp_path: Path
) -> None:
    """The sentence names what a role may not read."""
    begun(clerk.store(clerk.account("ann")), "ann").step(3)
    with postgres.role() as reader:
        told = ("--database", database.replace("user=postgres", f"user={reader}"))
        remedy = f"(roguelike server migrate, then GRANT rl_backup TO {reader})"
        assert f"database: permission denied for schema rl {remedy}.\n" in command(tmp_path / "copy", *told)[2]
        host = logged_in(database, HOST)
        refused = "permission denied for sequence guests (name a login with the role rl_backup in --database)"
        assert f"roguelike: database: {refused}.\n" == command(tmp_path / "copy", "--database", host)[2]
        postgres.admin.execute(f"GRANT rl_backup TO {reader}")

        assert 0 == command(tmp_path / "copy", *told)[0]


def test_a_backup_is_there_whole_or_not_at_all(
    clerk: RunningClerk, command: Command, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is left of an interrupted one, or of one of a database that fails or is being imported."""
    begun(clerk.store(clerk.account("ann")), "ann").step(3)

    def interrupt(*_: object) -> None:
        raise SystemExit(143)

    def cut_off(*_: object) -> None:
        clerk.rows("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%%FROM rl.accounts%%'")

    with monkeypatch.context() as patch:
        patch.setattr(exporting, "write_texts", interrupt)
        assert 143 == command(tmp_path / "copy")[0]
        patch.setattr(exporting, "write_texts", cut_off)
        assert command(tmp_path / "copy")[2].startswith("roguelike: the database failed: ")
    with psycopg.connect(database) as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", (LOCK,))
        assert "roguelike: an import into this database is running.\n" == command(tmp_path / "copy")[2]
    assert [] == list(tmp_path.iterdir())


def test_cleared_seats_are_nobodys(clerk: RunningClerk) -> None:
    """A session that had one, as after the restore of a dump, can write nothing more."""
    account = clerk.account("ann")
    playing = begun(clerk.store(account), "ann").step(3)
    ((token,),) = clerk.rows("SELECT token::text FROM rl.seats")

    clerk.rows("SELECT rl.clear_seats()")

    with pytest.raises(SeatLost):
        playing.step(1)
    with pytest.raises(SeatLost):
        clerk.link(account=account, token=token).ask("in_progress")
    assert 3 == clerk.rows("SELECT max(number) FROM rl.commands")[0][0]
    assert [(1, None)] == clerk.rows("SELECT account, boot FROM rl.seats")
    resumed(clerk.store(account), "ann").step(1).quit()
