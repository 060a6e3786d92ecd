"""`roguelike server migrate`: the schema of a database, and a sentence for whatever stands in its way."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import psycopg
import pytest

from roguelike import cli
from roguelike.serve.postgres.migrating import VERSION

if TYPE_CHECKING:
    from pathlib import Path

    from tests.postgres import PostgresServer

Migrate = Callable[..., tuple[int, str, str]]


@pytest.fixture
def migrate(capsys: pytest.CaptureFixture[str]) -> Migrate:
    """Return what runs the command, and returns its exit code and what it prints and complains."""

    def run(address: str, *words: str) -> tuple[int, str, str]:
        code = cli.main(["server", "migrate", "--database", address, *words])
        return (code, *capsys.readouterr())

    return run


def test_it_creates_the_schema_and_says_so(empty_database: str, migrate: Migrate) -> None:
    """The second time there is nothing to do."""
    assert (0, f"Schema: version {VERSION}, before 0.\n", "") == migrate(empty_database)
    assert (0, f"Schema: version {VERSION}.\n", "") == migrate(empty_database)
    told = {"before": VERSION, "version": VERSION, "missing_roles": []}
    assert told == json.loads(migrate(empty_database, "--json")[1])


def test_a_newer_schema_and_missing_rights_are_one_sentence(
    postgres: PostgresServer, database: str, empty_database: str, migrate: Migrate
) -> None:
    """Exit code 1, and nothing on standard output."""
    with psycopg.connect(database) as connection:
        connection.execute("UPDATE rl.meta SET version = 99")
    newer = f"roguelike: the schema has version 99, and this program supports {VERSION} (install the newer release).\n"
    assert (1, "", newer) == migrate(database)

    with postgres.role() as user:
        code, out, err = migrate(empty_database.replace("user=postgres", f"user={user}"))
    assert (1, "", 1) == (code, out, err.count("\n"))
    assert f"{user} may not change the database" in err


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("postgresql:///db?host=/nowhere", "cannot connect to the database: "),
        ("secret", "not an address of a database (postgresql://USER@HOST/DATABASE).\n"),
        ("postgresql://me:sec@host/db?sslmod=x", "the address of the database has an unknown option: sslmod.\n"),
        (
            "postgresql://me@host/db?x=sec@ret&sec=1",
            "not an address of a database (postgresql://USER@HOST/DATABASE).\n",
        ),
        ("postgresql://me:sec ret@host/db", "not an address of a database (postgresql://USER@HOST/DATABASE).\n"),
    ],
)
def test_an_address_that_leads_nowhere_is_one_sentence(migrate: Migrate, address: str, sentence: str) -> None:
    """It never repeats a password."""
    code, out, err = migrate(address)

    assert (1, "", 1) == (code, out, err.count("\n"))
    assert err.startswith(f"roguelike: {sentence}")
    assert "sec" not in err


def test_without_psycopg_it_says_how_to_install_it(migrate: Migrate, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever plays alone has no use for it."""
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, "roguelike.serve.postgres.migrating")

    missing = "roguelike: PostgreSQL needs more packages (pip install '.[hosts]' in the folder of the source).\n"
    assert (1, "", missing) == migrate("postgresql:///any")


@pytest.mark.parametrize(
    ("words", "package"),
    [
        (("--database", "postgresql:///any"), "psycopg"),
        (("--web", "127.0.0.1:0"), "aiohttp"),
        (("--metrics", "127.0.0.1:9222"), "prometheus_client"),
    ],
)
def test_a_server_without_a_package_makes_no_folder(
    words: tuple[str, ...],
    package: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The sentence says what to install."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == package else name)

    assert 2 == cli.main(["serve", *words, "--data-dir", str(tmp_path / "data")])
    assert "pip install" in capsys.readouterr().err
    assert not (tmp_path / "data").exists()
