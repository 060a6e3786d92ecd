"""Ways to damage a saved game, and what must be true of it whatever was done to it."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs

from roguelike.autoplay import POLICIES
from roguelike.engine.kinds.ruleset import RuleSet
from roguelike.engine.observation import observe
from roguelike.engine.rng import PCG32
from roguelike.store.errors import UNREADABLE, StoreError
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.sqlite_store import SqliteStore
from tests.reference_work import links_seconds

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from roguelike.store.kept.stored_game import StoredGame

NAME: Final = "bob"
PAGE: Final = 4096
FRAME: Final = PAGE + 24
"""A page in a -wal, with its frame header."""
WAL_HEADER: Final = 32
SLOWEST: Final = 2.0
"""How many times the processor time of `links_seconds` the refusal of a damaged save may take."""
SOON: Final = 0.5
"""Seconds of processor time that pass without a comparison."""
ATTEMPTS: Final = 3
"""How often it is loaded before it counts as slow: now and then a busy machine charges a second to any call."""
ENDINGS: Final = (".game", ".game-wal")

Files = dict[str, bytes]


@attrs.frozen
class Save:
    """A good save as the bytes of its files, and the digest of the world that loading it must give."""

    files: Files
    digest: str
    rules: Callable[[str], RuleSet]

    def lay(self, root: Path, files: Files | None = None) -> SqliteStore:
        """Put the files, or damaged ones in their place, into a fresh folder; returns its games."""
        shutil.rmtree(root, ignore_errors=True)
        folder = DataFolder(root)
        folder.make()
        for ending, content in {**self.files, **(files or {})}.items():
            if content is not GONE:
                (folder.games / f"{NAME}{ending}").write_bytes(content)
        return SqliteStore(folder, self.rules)


GONE: Final = b"\0gone"


def play_on(play: StoredGame, commands: int) -> None:
    """Play that many commands as a policy does, telling something after each."""
    policy = POLICIES["random"](PCG32(1))
    for _ in range(commands):
        command = policy.choose(observe(play.game.world))
        play.append(command)
        play.game.play(command)
        assert play.game.outcome is None


def begin_save(root: Path, rules: Callable[[str], RuleSet], *, crashed: bool) -> Save:
    """Play a game of 215 commands, 65 of them since it was resumed, and leave it: in good order or crashed."""
    library = SqliteStore(DataFolder(root), rules)
    play = library.begin(NAME, "classic", 0)
    play_on(play, 150)
    play.close()
    play = library.resume(NAME)
    assert [] == list(play.catch_up())
    play_on(play, 65)
    digest = play.game.digest()
    if not crashed:
        play.close()
    files = {path.name.removeprefix(NAME): path.read_bytes() for path in library.folder.games.iterdir()}
    play.release()
    assert crashed is (".game-wal" in files)
    return Save({ending: content for ending, content in files.items() if not ending.endswith("-shm")}, digest, rules)


def judge(save: Save, library: SqliteStore, what: str = "") -> str:
    """Load what was damaged; returns what is wrong with it in a sentence, or nothing if it is the right world.

    Raises:
        AssertionError: it is another world, the sentence is none, it took too long, or the files were changed.
    """
    for _ in range(ATTEMPTS):
        before, start = _contents(library), time.process_time()
        sentence = _judged_once(save, library, what)
        spent = time.process_time() - start
        assert before == _contents(library), what
        if spent < SOON or spent < SLOWEST * links_seconds():
            return sentence
    raise AssertionError(what, "is slow to load")


def _judged_once(save: Save, library: SqliteStore, what: str) -> str:
    try:
        play = library.resume(NAME)
    except StoreError as trouble:
        return _checked(trouble, library)
    return _caught_up(save, play, library, what)


def _caught_up(save: Save, play: StoredGame, library: SqliteStore, what: str) -> str:
    try:
        for _ in play.catch_up():
            pass
        assert save.digest == play.game.digest(), (what, play.notices)
    except StoreError as trouble:
        return _checked(trouble, library)
    else:
        return ""
    finally:
        play.release()


def _checked(trouble: StoreError, library: SqliteStore) -> str:
    sentence = str(trouble)
    assert UNREADABLE == trouble.code
    assert str(library.folder.game(NAME)) in sentence
    assert sentence.isprintable()
    assert sentence.endswith(".")
    assert len(sentence) < 500
    return sentence


def _contents(library: SqliteStore) -> dict[str, bytes]:
    games = library.folder.games
    return {path.name: path.read_bytes() for path in games.iterdir() if path.is_file() and path.suffix != ".lock"}


def damages(save: Save, random: Random) -> Iterator[tuple[str, Files]]:
    """Yield damaged files without end, with a name for what was done: first to every block, then anywhere."""
    for ending in ENDINGS:
        for start in _blocks(save.files.get(ending, b""), ending):
            yield f"a bit of the block at {start} of {ending}", _flip(save, ending, random, start)
    while True:
        ending = random.choice([ending for ending in ENDINGS if ending in save.files])
        way = random.choice(BYTE_WAYS)
        yield f"{way.__name__} {ending}", {ending: way(save.files[ending], random)}
        if random.random() < ROWS_SHARE:
            yield _rows_changed(save, random)


ROWS_SHARE: Final = 0.5


def _blocks(content: bytes, ending: str) -> range:
    return range(0, len(content), PAGE if ending == ".game" else FRAME)


def _flip(save: Save, ending: str, random: Random, start: int) -> Files:
    content = bytearray(save.files[ending])
    content[min(start + random.randrange(PAGE), len(content) - 1)] ^= 1 << random.randrange(8)
    return {ending: bytes(content)}


def flip_bits(content: bytes, random: Random) -> bytes:
    """Change a few bits anywhere."""
    changed = bytearray(content)
    for _ in range(random.choice((1, 1, 2, 8, 100))):
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def flip_head(content: bytes, random: Random) -> bytes:
    """Change a bit of the first hundred bytes, which say how to read the rest."""
    changed = bytearray(content)
    changed[random.randrange(100)] ^= 1 << random.randrange(8)
    return bytes(changed)


def flip_heads_of_pages(content: bytes, random: Random) -> bytes:
    """Change a byte of the twelve that say what a page is."""
    changed = bytearray(content)
    at = random.randrange(0, len(changed), PAGE) + (100 if len(changed) <= PAGE else 0) + random.randrange(12)
    changed[min(at, len(changed) - 1)] = random.randrange(256)
    return bytes(changed)


def truncate(content: bytes, random: Random) -> bytes:
    """Keep only the first bytes, with a preference for whole pages."""
    length = random.randrange(len(content))
    return content[: random.choice((length, length - length % PAGE, length - (length - WAL_HEADER) % FRAME))]


def blank(content: bytes, random: Random) -> bytes:
    """Make zeros of a block, as disks do."""
    start = random.randrange(len(content))
    start -= start % 512
    return content[:start] + bytes(min(random.choice((512, PAGE)), len(content) - start)) + content[start + PAGE :]


def scribble(content: bytes, random: Random) -> bytes:
    """Write anything into the middle."""
    start, length = random.randrange(len(content)), random.choice((1, 4, 64, 512))
    return content[:start] + random.randbytes(length) + content[start + length :]


def swap_pages(content: bytes, random: Random) -> bytes:
    """Swap two pages, or overwrite one with the other."""
    pages = [content[start : start + PAGE] for start in range(0, len(content), PAGE)]
    one, other = random.randrange(len(pages)), random.randrange(len(pages))
    pages[one], pages[other] = pages[other], pages[random.choice((one, other))]
    return b"".join(pages)


def push_in(content: bytes, random: Random) -> bytes:
    """Put bytes in between, so that all after them stands elsewhere; or behind it all."""
    start = random.choice((random.randrange(len(content)), len(content)))
    return content[:start] + random.randbytes(random.choice((1, 16, PAGE))) + content[start:]


BYTE_WAYS: Final = (
    *(flip_bits, flip_head, flip_heads_of_pages, truncate),
    *(blank, scribble, swap_pages, push_in),
)

KEYS: Final = {
    "about": ("key", "value"),
    "commands": ("number", "command", "turn", "at", "before", "chain"),
    "snapshots": ("number", "digest", "fingerprint", "seal", "witness", "world"),
    "annotations": ("number", "note", "seal"),
}
ODD_VALUES: Final[tuple[Any, ...]] = (
    *(0, -1, 1, 7, 10**9, 2**63 - 1, -(2**63), 1.5, float("inf"), ""),
    *("x", "\0", "\x1b[31mred", "\u202e", "[" * 5000, "9" * 5000, "null", "{}", "[]", '["move","north"]'),
    *('["use",1e999]', '["use",NaN]', '["move"]', b"", b"\xff\xfe", b"\x78\x9c", zlib.compress(b"null"), "x" * 100_000),
)
"""What may stand in a column of a stranger's file."""


def _rows_changed(save: Save, random: Random) -> tuple[str, Files]:
    """Change rows as a program would, leaving the chain and the seals as they are."""
    table = random.choice(tuple(KEYS))
    way = random.choice(ROW_WAYS)
    with change(save) as changed:
        for _ in range(random.choice((1, 1, 1, 3))):
            with contextlib.suppress(sqlite3.IntegrityError):
                way(changed.connection, table, random)
    return f"{way.__name__} of {table}", changed.files


@attrs.define
class Change:
    """A copy of a save that is open to be changed; its files are there afterwards."""

    connection: sqlite3.Connection
    files: Files = attrs.field(factory=dict)


@contextlib.contextmanager
def change(save: Save) -> Iterator[Change]:
    """Open a copy of a save to change it as any program can."""
    memory = sqlite3.connect(":memory:", isolation_level=None)
    plain = bytearray(_merged(save))
    plain[18:20] = b"\x01\x01"  # a database in memory knows no -wal
    memory.deserialize(bytes(plain))
    changed = Change(memory)
    with contextlib.closing(memory):
        yield changed
        changed.files = {".game": memory.serialize(), ".game-wal": GONE}


_merged_saves: dict[tuple[bytes, bytes], bytes] = {}


def _merged(save: Save) -> bytes:
    """Return the game's file with everything in it."""
    if ".game-wal" not in save.files:
        return save.files[".game"]
    key = (save.files[".game"], save.files[".game-wal"])
    if key not in _merged_saves:
        with tempfile.TemporaryDirectory() as folder:
            library = save.lay(Path(folder) / "x")
            path = library.folder.game(NAME)
            with contextlib.closing(sqlite3.connect(path)) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            _merged_saves[key] = path.read_bytes()
    return _merged_saves[key]


def _row(connection: sqlite3.Connection, table: str, random: Random) -> Any:  # noqa: ANN401 -- a key
    key = KEYS[table][0]
    keys = [found for (found,) in connection.execute(f"SELECT {key} FROM {table}")]  # noqa: S608 -- names of ours
    return random.choice(keys) if keys else None


def delete_row(connection: sqlite3.Connection, table: str, random: Random) -> None:
    """Take a row away."""
    connection.execute(f"DELETE FROM {table} WHERE {KEYS[table][0]} = ?", (_row(connection, table, random),))  # noqa: S608


def delete_rows_after(connection: sqlite3.Connection, table: str, random: Random) -> None:
    """Take a row and all that come after it away."""
    connection.execute(f"DELETE FROM {table} WHERE {KEYS[table][0]} >= ?", (_row(connection, table, random),))  # noqa: S608


def swap_values(connection: sqlite3.Connection, table: str, random: Random) -> None:
    """Swap some columns of two rows, never the key."""
    key, *columns = KEYS[table]
    one, other = _row(connection, table, random), _row(connection, table, random)
    swapped = random.sample(columns, random.randint(1, len(columns)))
    found = [
        connection.execute(f"SELECT {', '.join(swapped)} FROM {table} WHERE {key} = ?", (each,)).fetchone()  # noqa: S608
        for each in (one, other)
    ]
    for each, values in zip((other, one), found, strict=True):
        if values is not None:
            places = ", ".join(f"{column} = ?" for column in swapped)
            connection.execute(f"UPDATE {table} SET {places} WHERE {key} = ?", (*values, each))  # noqa: S608


def move_row(connection: sqlite3.Connection, table: str, random: Random) -> None:
    """Give a row another key."""
    key = KEYS[table][0]
    value = random.choice((_row(connection, table, random), random.choice(ODD_VALUES)))
    with contextlib.suppress(sqlite3.Error):
        connection.execute(
            f"UPDATE OR REPLACE {table} SET {key} = ? WHERE {key} = ?",  # noqa: S608
            (value, _row(connection, table, random)),
        )


def copy_row(connection: sqlite3.Connection, table: str, random: Random) -> None:
    """Write a row a second time, under another key."""
    key, *columns = KEYS[table]
    value = random.choice((216, 1000, 10**9, 2**62, -5, "name2"))
    with contextlib.suppress(sqlite3.Error):
        connection.execute(
            f"INSERT OR REPLACE INTO {table} SELECT ?, {', '.join(columns)} FROM {table} WHERE {key} = ?",  # noqa: S608
            (value, _row(connection, table, random)),
        )


def edit_value(connection: sqlite3.Connection, table: str, random: Random) -> None:
    """Replace a value with an odd one."""
    key, *columns = KEYS[table]
    column = random.choice(columns)
    value, row = random.choice(ODD_VALUES), _row(connection, table, random)
    statement = f"UPDATE {table} SET {column} = ? WHERE {key} = ?"  # noqa: S608
    if random.random() < 0.1:
        statement = f"UPDATE {table} SET {column} = CAST(? AS TEXT) WHERE {key} = ?"  # noqa: S608 -- text that is none
        value = b"\xff\xc0\x80"
    connection.execute(statement, (value, row))


def edit_character(connection: sqlite3.Connection, table: str, random: Random) -> None:
    """Change one byte of a text or of bytes."""
    key, *columns = KEYS[table]
    column, row = random.choice(columns), _row(connection, table, random)
    found = connection.execute(f"SELECT CAST({column} AS BLOB), {column} FROM {table} WHERE {key} = ?", (row,))  # noqa: S608
    raw, value = found.fetchone() or (b"", None)
    if not raw or isinstance(value, int):
        return
    changed = bytearray(raw)
    changed[random.randrange(len(changed))] ^= 1 << random.randrange(7)
    kind = "BLOB" if isinstance(value, bytes) else "TEXT"
    connection.execute(f"UPDATE {table} SET {column} = CAST(? AS {kind}) WHERE {key} = ?", (bytes(changed), row))  # noqa: S608


ROW_WAYS: Final = (
    *(delete_row, delete_rows_after, swap_values, move_row),
    *(copy_row, edit_value, edit_character),
)
