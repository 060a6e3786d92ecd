"""Reading saves that may be anybody's, and those of every format that there ever was."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import tracemalloc
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Wait
from roguelike.engine.kinds.fingerprint import ENGINE_VERSION
from roguelike.store.errors import UNREADABLE, StoreError
from roguelike.store.records import ABOUT, chained, engine_of, first_link, sealed, turn_of
from roguelike.store.replay import Replay
from roguelike.store.sqlite import database, migrations
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.database import APPLICATION, TABLES
from roguelike.store.sqlite.lookup import open_replay, read_record, record_of
from roguelike.store.sqlite.migrations import INTO_SNAPSHOTS, Step
from roguelike.store.sqlite.morgue import read_account
from roguelike.store.sqlite.saved import read
from roguelike.store.sqlite.sqlite_store import SqliteStore
from roguelike.store.verify import verify
from tests.store.damage import Save, begin_save, change, judge
from tests.store.library_fixtures import begun, library_in
from tests.store.make_golden import SAVES

if TYPE_CHECKING:
    from collections.abc import Callable

RULES = functools.cache(load_ruleset)
ROOT = Path(__file__).parents[2]
GOLDEN = sorted(SAVES.glob("format-*"))


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Save:
    """Return a good save."""
    return begin_save(tmp_path_factory.mktemp("good") / "x", RULES, crashed=False)


def refused(path: Path) -> str:
    """Return what is said of a file that cannot be read, which must be as it was afterwards."""
    with pytest.raises(StoreError) as caught, read(path) as saved:
        list(saved.rows(0, saved.first_link))

    sentence = str(caught.value)
    assert UNREADABLE == caught.value.code
    assert sentence.startswith((f"{path} cannot be read: ", f"no such file: {path}."))
    assert sentence.isprintable()
    return sentence


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda path: path.name)
def test_a_game_in_progress_of_every_format_goes_on(golden: Path, tmp_path: Path) -> None:
    """Whoever stops playing for a year finds the game as it was kept last: newer rules cannot do the rest again."""
    expected = json.loads((golden / "expected.json").read_text(encoding="utf-8"))["going"]
    shutil.copytree(golden, tmp_path, dirs_exist_ok=True)
    with read(golden / "games" / "going.game") as saved:
        turn, is_old = turn_of(saved.snapshot(100).world), engine_of(saved.about) != ENGINE_VERSION

    play = SqliteStore(DataFolder(tmp_path), RULES).resume("going")
    left_out = (
        [
            (
                "The rules have changed since this game was saved: its replay ends here. "
                f"Everything after turn {turn} was dropped."
            )
        ]
        if is_old
        else []
    )
    assert left_out == play.notices
    assert turn == play.game.world.turn
    assert (0 if is_old else expected["commands"] - 100) == len(list(play.catch_up()))
    assert expected["kills"] == play.game.world.tally.kills
    play.append(Wait())
    play.game.play(Wait())
    play.close()

    again = SqliteStore(DataFolder(tmp_path), RULES).resume("going")
    assert (play.game.digest(), []) == (again.game.digest(), again.notices)
    again.release()


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda path: path.name)
def test_a_finished_game_of_every_format_keeps_its_account_and_says_why_it_cannot_be_replayed(
    golden: Path, tmp_path: Path
) -> None:
    """What became of the player stays known, also where no program of today can show it."""
    expected = json.loads((golden / "expected.json").read_text(encoding="utf-8"))["over"]
    shutil.copytree(golden, tmp_path, dirs_exist_ok=True)
    library = SqliteStore(DataFolder(tmp_path), RULES)
    record = record_of(library.folder, "over")

    (finished,) = library.finished()
    assert (expected["outcome"], expected["commands"]) == (finished.outcome, len(record.rows))
    assert "It ended." == read_account(library.folder, "over-0001")
    if engine_of(record.about) == ENGINE_VERSION:
        assert expected["digest"] == verify(Replay(record, RULES("classic"))).digest
    else:
        with pytest.raises(StoreError) as refused:
            open_replay(library.folder, "over", RULES)
        version = ".".join(record.about["program"].split(".")[:2])
        assert f"over-0001 was recorded by an older version of the game: use version {version}." == str(refused.value)
        assert UNREADABLE == refused.value.code


def test_an_export_of_an_older_engine_is_refused_by_its_version() -> None:
    """It is no damaged file; the program that wrote it can import it."""
    with pytest.raises(StoreError) as refused:
        read_record(SAVES / "format-1" / "exported.jsonl")

    assert "exported was recorded by an older version of the game: use version 0.1." == str(refused.value)
    assert UNREADABLE == refused.value.code


def test_there_is_a_golden_save_of_this_format() -> None:
    """A change of the format that forgets its golden save would lose the games of that day."""
    assert f"format-{database.FORMAT}" in [path.name for path in GOLDEN]


def test_an_older_format_is_brought_up_and_stays_so(tmp_path: Path) -> None:
    """Reading upgrades a copy; playing upgrades the file permanently."""
    shutil.copytree(GOLDEN[0], tmp_path, dirs_exist_ok=True)
    path = tmp_path / "games" / "going.game"
    before = path.read_bytes()

    with database.open_copy(path) as copy:
        on_copy = tables_of(copy)
    untouched = path.read_bytes()
    database.open_for_writing(path).close()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        for_good = tables_of(connection)

    assert before == untouched
    assert TABLES == on_copy == for_good


def tables_of(connection: sqlite3.Connection) -> dict[str, str]:
    """Return the tables of a file, as they were made."""
    return dict(connection.execute("SELECT name, sql FROM sqlite_master").fetchall())


def test_a_step_that_fails_leaves_the_file_as_it_was(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Half a migration would be neither format."""
    shutil.copytree(GOLDEN[0], tmp_path, dirs_exist_ok=True)
    path = tmp_path / "games" / "going.game"
    step = migrations.STEPS[1]

    def fail(connection: sqlite3.Connection) -> None:
        step.convert(connection)
        connection.execute("nonsense")

    monkeypatch.setitem(migrations.STEPS, 1, Step(step.tables, fail))
    with pytest.raises(StoreError, match=r"going\.game cannot be written"):
        database.open_for_writing(path)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert step.tables == tables_of(connection)


def test_a_game_of_format_1_whose_last_snapshot_is_damaged_is_left_as_it_is(tmp_path: Path) -> None:
    """By newer rules it would lose what was done since; the program that wrote it can still load it."""
    shutil.copytree(GOLDEN[0], tmp_path, dirs_exist_ok=True)
    path = tmp_path / "games" / "going.game"
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE snapshots SET kills = '{}' WHERE number = 100")
    before = path.read_bytes()

    with pytest.raises(StoreError, match="the rules have changed, and no snapshot matches them"):
        SqliteStore(DataFolder(tmp_path), RULES).resume("going")

    assert before == path.read_bytes()


@pytest.mark.parametrize(
    ("version", "why"),
    [
        (3, "its format, 3, is newer than this program supports (2)"),
        (2**31 - 1, "is newer than this program"),
        (0, "its format, 0, does not exist"),
        (-1, "its format, -1, does not exist"),
    ],
)
def test_a_format_that_is_not_known_is_named(version: int, why: str, save: Save, tmp_path: Path) -> None:
    """A save from a newer program is no damaged one: the player should get that program."""
    with change(save) as changed:
        changed.connection.execute(f"PRAGMA user_version={version}")
    path = tmp_path / "x.game"
    path.write_bytes(changed.files[".game"])

    assert why in refused(path)


def _empty(path: Path) -> None:
    path.touch()


def _fifo(path: Path) -> None:
    os.mkfifo(path)


def _sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 30)


def _loop(path: Path) -> None:
    path.symlink_to(path)


def _text(path: Path) -> None:
    path.write_text("\x1b[31mnot a game\n" * 1000, encoding="utf-8")


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (_empty, "it is not a saved game"),
        (Path.mkdir, "it is not a regular file"),
        (_fifo, "it is not a regular file"),
        (_sparse, "it is too large for a saved game"),
        (_loop, os.strerror(40)),
        (_text, "it is not a saved game"),
        (lambda path: path.symlink_to("/dev/zero"), "it is not a regular file"),
        (lambda path: path.symlink_to("nowhere"), "No such file or directory"),
        (lambda _: None, "no such file"),
    ],
)
def test_what_is_no_saved_game_is_told_so(make: Callable[[Path], object], why: str, tmp_path: Path) -> None:
    """Whatever has the name of a save, the game answers at once."""
    path = tmp_path / "x.game"
    make(path)

    assert why in refused(path)


def test_a_socket_is_no_saved_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Opening one fails in a way of its own."""
    monkeypatch.chdir(tmp_path)
    with contextlib.closing(socket.socket(socket.AF_UNIX)) as made:
        made.bind("x.game")

        assert "x.game cannot be read" in refused(Path("x.game"))


def test_no_place_for_a_copy_is_told(save: Save, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full /tmp is no damaged save."""
    path = tmp_path / "x.game"
    path.write_bytes(save.files[".game"])
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))

    assert "it cannot be copied for reading: No such file or directory" in refused(path)


HOSTILE_SCHEMAS = {
    "a trigger": "CREATE TRIGGER t AFTER INSERT ON commands BEGIN DELETE FROM commands; END",
    "a view": "CREATE VIEW v AS SELECT randomblob(1000000000)",
    "a view for a table": "DROP TABLE annotations; "
    "CREATE VIEW annotations AS SELECT 1 AS number, randomblob(1) AS note, 2 AS seal",
    "an index": "CREATE INDEX i ON commands (abs(turn))",
    "a generated column": "ALTER TABLE annotations ADD COLUMN x AS (note || note)",
    "a check": "DROP TABLE annotations; "
    "CREATE TABLE annotations (number INTEGER NOT NULL, note TEXT NOT NULL, seal TEXT NOT NULL, "
    "CHECK (length(randomblob(1000000000)) > 0))",
    "another table": "CREATE TABLE more (x)",
    "a table less": "DROP TABLE annotations",
    "another type": "DROP TABLE annotations; CREATE TABLE annotations (number, note, seal)",
    "a virtual table": "PRAGMA writable_schema=ON; "
    "INSERT INTO sqlite_master VALUES ('table', 'v', 'v', 0, 'CREATE VIRTUAL TABLE v USING fts5(x)')",
    "a name for another's table": "PRAGMA writable_schema=ON; "
    "INSERT INTO sqlite_master SELECT type, 'more', 'more', rootpage, replace(sql, 'annotations', 'more') "
    "FROM sqlite_master WHERE name = 'annotations'",
    "a default": "ALTER TABLE annotations ADD COLUMN x TEXT DEFAULT (load_extension('x'))",
}


@pytest.mark.parametrize("schema", HOSTILE_SCHEMAS.values(), ids=HOSTILE_SCHEMAS)
def test_other_tables_than_ours_are_refused(schema: str, save: Save, tmp_path: Path) -> None:
    """Nothing that a file brings along may run when it is read or written to."""
    with change(save) as changed:
        changed.connection.executescript(schema)
    path = tmp_path / "x.game"
    path.write_bytes(changed.files[".game"])

    assert "its tables are not those of a saved game" in refused(path)


def made(path: Path, fill: Callable[[sqlite3.Connection], None], *, page: int = 4096) -> Path:
    """Make a file with our tables that a stranger has filled."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA page_size={page}")
        connection.execute("PRAGMA journal_mode=OFF")
        connection.execute("BEGIN")
        for table in TABLES.values():
            connection.execute(table)
        connection.executemany("INSERT INTO about VALUES (?, ?)", ABOUT_ROWS.items())
        fill(connection)
        connection.execute("COMMIT")
        connection.execute(f"PRAGMA application_id={APPLICATION}")
        connection.execute(f"PRAGMA user_version={database.FORMAT}")
    return path


ABOUT_ROWS = dict.fromkeys(ABOUT, "1") | {
    "rules": "classic",
    "id": "0" * 32,
    "fingerprint": RULES("classic").fingerprint,
}
LINK = first_link(ABOUT_ROWS)


def add_snapshot(connection: sqlite3.Connection, world: bytes, *, number: int = 0, link: str = LINK) -> None:
    """Write a snapshot whose seal is right, as a forger can."""
    told = ("0" * 32, RULES("classic").fingerprint)
    row = (number, *told, sealed(link, number, *told), "", world)
    connection.execute(f"INSERT OR REPLACE {INTO_SNAPSHOTS}", row)


def _many_tables(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA writable_schema=ON")
    connection.execute(
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 500000) INSERT INTO sqlite_master "
        "SELECT 'table', 't' || x, 't' || x, 2, 'CREATE TABLE t' || x || '(x)' FROM n"
    )


def _zip_bomb(connection: sqlite3.Connection) -> None:
    machine = zlib.compressobj(9)
    add_snapshot(connection, b"".join([*(machine.compress(b"[" * (1 << 20)) for _ in range(200)), machine.flush()]))


def _many_lists(connection: sqlite3.Connection) -> None:
    add_snapshot(connection, zlib.compress(b"[" + b"[]," * 345_000 + b"0]"))


def _deep(connection: sqlite3.Connection) -> None:
    add_snapshot(connection, zlib.compress(b'{"a":' * 200_000 + b"1" + b"}" * 200_000))


def _huge_number(connection: sqlite3.Connection) -> None:
    add_snapshot(connection, zlib.compress(b"1" * (1 << 20)))


def _far_rows(connection: sqlite3.Connection) -> None:
    connection.executemany("INSERT INTO commands VALUES (?, '[]', 0, 0, '', '')", [(1,), (10**9,), (2**63 - 1,)])


def _many_rows(connection: sqlite3.Connection) -> None:
    connection.execute(
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 1500000) "
        "INSERT INTO commands SELECT x, '[]', 0, 0, '', '' FROM n"
    )


def _forged_rows(connection: sqlite3.Connection, count: int = 100_000) -> None:
    link, rows = LINK, []
    for number in range(1, count + 1):
        link = chained(link, number, ["wait"], 0, 0, "")
        rows.append((number, '["wait"]', 0, 0, "", link))
    connection.executemany("INSERT INTO commands VALUES (?, ?, ?, ?, ?, ?)", rows)


def _large_about(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE about SET value = replace(hex(zeroblob(3000000)), '00', '\u2603')")


def _many_bad_snapshots(connection: sqlite3.Connection) -> None:
    _forged_rows(connection, 100)
    world = zlib.compress(b"[" + b"[]," * 345_000 + b"0]")
    for number, link in connection.execute("SELECT number, chain FROM commands").fetchall():
        add_snapshot(connection, world, number=number, link=link)
    connection.execute("UPDATE commands SET command = '[]' WHERE number = 100")


BOMBS: dict[str, Callable[[sqlite3.Connection], None]] = {
    "nothing": lambda _: None,
    "tables": _many_tables,
    "zip bomb": _zip_bomb,
    "lists": _many_lists,
    "deep": _deep,
    "huge number": _huge_number,
    "far rows": _far_rows,
    "rows": _many_rows,
    "forged rows": _forged_rows,
    "about": _large_about,
    "bad snapshots": _many_bad_snapshots,
}
MAX_MEMORY = 150 << 20
LONGEST = 4.0
"""Times what 100,000 links of a hash chain take: a hundred thousand forged rows are read, decoded and chained once."""

LOOK = """
import pathlib, resource, sys, time
from roguelike.content.loader import load_ruleset
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.sqlite_store import SqliteStore
from roguelike.store.errors import StoreError
from tests.reference_work import links_seconds
rules, before = load_ruleset("classic"), links_seconds()
library = SqliteStore(DataFolder(pathlib.Path(sys.argv[1])), lambda name: rules)
start, said = time.process_time(), "loaded"
try:
    library.resume("x")
except StoreError as trouble:
    said = str(trouble)
spent = time.process_time() - start
print(2 * spent / (before + links_seconds()))
status = pathlib.Path("/proc/self/status")
if status.exists():  # what getrusage tells on Linux is that of the process that started this one, if that had more
    print(next(int(line.split()[1]) for line in status.open() if line.startswith("VmHWM")) * 1024)
else:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
print(said)
"""


@pytest.mark.parametrize("fill", BOMBS.values(), ids=BOMBS)
def test_a_small_file_that_means_much_is_refused_soon_and_costs_little(
    fill: Callable[[sqlite3.Connection], None], tmp_path: Path
) -> None:
    """A stranger's file must neither stop the game for long nor take the machine's memory."""
    (tmp_path / "games").mkdir()
    path = made(tmp_path / "games" / "x.game", fill)
    before = path.read_bytes()

    said = looked_at(tmp_path)

    assert f"{path} cannot be read: " in said
    assert before == path.read_bytes()


def looked_at(folder: Path) -> str:
    """Load game x in a process of its own, which must be soon done and cheap; returns what it said."""
    done = subprocess.run([sys.executable, "-c", LOOK, folder], capture_output=True, text=True, check=True, cwd=ROOT)
    effort, memory, said = done.stdout.splitlines()

    assert LONGEST > float(effort), said
    assert MAX_MEMORY > int(memory), said
    return said


@pytest.mark.parametrize("kills", ["[" * 1_000_000, "[" + "[]," * 300_000 + "0]", '{"a":1}'])
def test_a_small_file_of_format_1_that_means_much_is_refused_soon_and_costs_little(kills: str, tmp_path: Path) -> None:
    """What was kept then is looked at as carefully as what is kept now."""
    (tmp_path / "games").mkdir()
    path, lists = tmp_path / "games" / "x.game", zlib.compress(b"[" + b"[]," * 345_000 + b"0]")
    about = {key: value for key, value in ABOUT_ROWS.items() if key not in {"dice", "engine"}}
    link, told = first_link(about), ("0" * 32, RULES("classic").fingerprint)
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        for table in migrations.STEPS[1].tables.values():
            connection.execute(table)
        connection.executemany("INSERT INTO about VALUES (?, ?)", about.items())
        row = (0, *told, sealed(link, 0, *told, kills), kills, lists)
        connection.execute("INSERT INTO snapshots VALUES (?, ?, ?, ?, ?, ?)", row)
        connection.execute(
            "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 2000) "
            "INSERT INTO messages SELECT 0, '[' || replace(hex(zeroblob(600)), '00', '[],[],') || '0]' FROM n"
        )
        connection.execute(f"PRAGMA application_id={APPLICATION}")
        connection.execute("PRAGMA user_version=1")
    before = path.read_bytes()

    assert f"{path} cannot be read: " in looked_at(tmp_path)
    assert before == path.read_bytes()


def test_text_that_is_none_is_damage(save: Save, tmp_path: Path) -> None:
    """SQLite gives back as text whatever was written as text."""
    with change(save) as changed:
        changed.connection.execute("UPDATE commands SET command = CAST(x'ff' AS TEXT) WHERE number = 7")
    path = tmp_path / "x.game"
    path.write_bytes(changed.files[".game"])

    assert "command 7 was altered" in refused(path)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        (key, value)
        for key in ABOUT
        for value in ("\x1b]0;x\x07", "\u202egnp", "a\0b", "x" * 5000, "\udc80", "")
        if (key, value) != ("dice", "")  # as they are in this game
    ],
)
def test_what_a_file_says_about_itself_is_printable_and_short(key: str, value: str, save: Save, tmp_path: Path) -> None:
    """It is shown in the list of games, and must not get at the terminal."""
    with change(save) as changed:
        raw = value.encode(errors="surrogatepass")
        changed.connection.execute("UPDATE about SET value = CAST(? AS TEXT) WHERE key = ?", (raw, key))
    library = save.lay(tmp_path, changed.files)

    sentence = judge(save, library)
    listed = library.saved()[0]

    assert "its beginning is damaged" in sentence or "its header is damaged" in sentence
    assert (listed.rules + listed.trouble).isprintable()


MANY = "(WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 30) SELECT x FROM n)"


@pytest.mark.parametrize(
    "statement",
    [
        f"INSERT INTO annotations SELECT 0, hex(zeroblob(500000)), 'x' FROM {MANY}",  # noqa: S608 -- ours
        "UPDATE about SET value = hex(zeroblob(500000))",
    ],
)
def test_many_long_values_are_given_up_at_the_first(tmp_path: Path, statement: str) -> None:
    """A small file can hold the same megabyte a thousand times."""
    library = library_in(tmp_path)
    begun(library).quit()
    path = library.folder.game("kim")
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)
    tracemalloc.start()
    with pytest.raises(StoreError, match=r"damaged|altered"), read(path) as saved:
        saved.annotations()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert peak < 8 << 20
