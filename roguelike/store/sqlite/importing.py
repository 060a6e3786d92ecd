"""Importing a game: it is replayed from its seed while its file is written."""

from __future__ import annotations

import contextlib
import datetime as dt
from typing import TYPE_CHECKING

from roguelike.store.errors import UNREADABLE, StoreError, abridged, not_kept, unreadable
from roguelike.store.kept.archive import end_note
from roguelike.store.kept.journal import Journal
from roguelike.store.kept.proofs import remember_proof
from roguelike.store.kept.rulesets import refuse_unprintable
from roguelike.store.kept.scores import score_line
from roguelike.store.limits import is_saved_name
from roguelike.store.records import first_link, identity_of, is_seeded, seed_of
from roguelike.store.sqlite.data_folder import is_there, write_text
from roguelike.store.sqlite.database import create, sync_folder
from roguelike.store.sqlite.held_file import HeldFile
from roguelike.store.sqlite.lock import Lock
from roguelike.store.sqlite.player_rows import FolderRows
from roguelike.store.sqlite.saved import GameFile, read
from roguelike.store.sqlite.spoiling import SPOILED
from roguelike.store.values import read_moment

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterator, Mapping

    from roguelike.store.kept.reader import GameReader
    from roguelike.store.listings import ScoreLine
    from roguelike.store.port import Retell
    from roguelike.store.record import Record
    from roguelike.store.replay import Replay
    from roguelike.store.sqlite.data_folder import DataFolder


def import_game(folder: DataFolder, replay: Replay, name: str, rules: str, retell: Retell) -> str:
    """Import a recorded game under `name`; return the name, or the key of a finished game.

    `rules` is the name or the absolute path of its rule set from now on. `retell` starts its account. The import is
    atomic.

    Raises:
        Differs: the replay diverges from the recording.
        StoreError: the name or the game already exists, its rules were changed, or it cannot be written.
    """
    if not is_saved_name(name):
        raise unreadable(replay.record.path, "its player name is invalid")
    if replay.ends_because:
        raise StoreError(f"{abridged(replay.record.path)} cannot be imported. {replay.ends_because}", UNREADABLE)
    refuse_unprintable(rules)
    folder.make()
    is_over = replay.record.outcome is not None
    identity = _identity(replay.record)
    about = {**replay.about, "id": identity, "name": name, "rules": rules, "ruleset": replay.ruleset.title}
    with contextlib.ExitStack() as stack:
        lock = Lock(folder.lock(name), name)
        stack.callback(lock.release)
        _refuse_known(folder, replay.record, identity)
        if not is_over and is_there(folder.game(name)):
            raise StoreError(f"{name} already has a game in progress: choose another name with --name.")
        goal = folder.next_finished(name) if is_over else folder.game(name)
        with _making(folder.games / f"{name}.importing") as making:
            _Builder(HeldFile(folder, making, lock), about, replay, retell).build(folder, goal)
        if not is_over:
            lock.mark(about["id"], replay.length)  # an earlier import may have had more commands
        return goal.stem if is_over else name


class _Builder:
    """Replays a game and writes its journal."""

    def __init__(self, held: HeldFile, about: Mapping[str, str], replay: Replay, retell: Retell) -> None:
        self._replay = replay
        self._about = about
        self._game = replay.game_at(0)
        marks = {"spoiled": replay.record.spoiled, "seeded": is_seeded(about)}
        self._retelling = retell(self._game, about["name"], **marks)
        create(held.place, about)
        held.go_on(GameFile(held.place), 0, "")
        self._held = held
        # Without a key: a witness proves that a game was played here.
        self._journal = Journal(held, 0, first_link(about), 0)

    def build(self, folder: DataFolder, goal: pathlib.Path) -> None:
        """Write the whole file, and rename it to its final path."""
        with contextlib.closing(self._held):
            with self._held.transaction():
                self._write(goal.stem)
            try:
                line = self._write_end(folder, goal) if goal.parent == folder.finished else None
                self._held.move(goal)
            except BaseException:
                goal.with_suffix(".txt").unlink(missing_ok=True)  # the account of a game that was not imported
                raise
            if line is not None:
                # The file's own claim about being spoiled cannot be trusted.
                remember_proof(FolderRows(folder), GameFile(goal), self._about, line, unspoiled=False, imported=True)
        try:
            sync_folder(goal.parent)
            sync_folder(folder.games)
        except OSError as error:
            raise not_kept(goal, error) from None

    def _write(self, key: str) -> None:
        self._journal.put_snapshot(self._game.world)
        if self._replay.record.spoiled:
            self._journal.annotate(SPOILED)
        self._retelling.tell(self._game.take_events())
        for row in self._replay.rows:
            self._replay.check(self._game, row)
            command = self._replay.command(row.number)
            self._journal.append(command, row.at, row.before, self._game.world)
            self._retelling.tell(self._game.play(command))
        self._note_end(key)

    def _note_end(self, key: str) -> None:
        game, claimed = self._game, self._replay.record.outcome
        self._replay.check_end(game)
        # An unarchived game that is over needs no last snapshot: resuming it performs the last command and archives it.
        if claimed is not None or game.outcome is None:
            self._journal.put_snapshot(game.world)
        if claimed is not None:
            account = self._retelling.account()
            self._journal.annotate(end_note(game.world, game.outcome or claimed, account, key))

    def _write_end(self, folder: DataFolder, goal: pathlib.Path) -> ScoreLine | None:
        """Write the account and the score of a game that was won or lost; an abandoned one has neither."""
        world, record = self._game.world, self._replay.record
        if world.outcome is None:
            return None
        line = score_line(self._about, world, when=_ended(record), spoiled=record.spoiled, imported=True)
        FolderRows(folder).scores.add(self._about["id"], line)
        write_text(goal.with_suffix(".txt"), self._retelling.account().text)
        return line


@contextlib.contextmanager
def _making(path: pathlib.Path) -> Iterator[pathlib.Path]:
    """Yield a path for a temporary file; whatever is left of it at the end is deleted."""
    try:
        yield path
    finally:
        for each in path.parent.glob(f"{path.name}*"):
            with contextlib.suppress(OSError):
                each.unlink()


def _identity(record: Record) -> str:
    return identity_of(record.about, (row.command for row in record.rows))


def _refuse_known(folder: DataFolder, record: Record, identity: str) -> None:
    for path in [*map(folder.game, folder.names()), *folder.finished_games()]:
        with contextlib.suppress(StoreError), read(path) as saved:
            if saved.about["id"] in {record.about["id"], identity} or _is_same(saved, record, identity):
                break
    else:
        return
    raise StoreError(f"this game already exists here: {path.stem}.")


def _is_same(saved: GameReader, record: Record, identity: str) -> bool:
    """Return whether a saved game has the same rules, seed, dice and commands, whatever its metadata says."""
    if seed_of(saved.about) != seed_of(record.about) or saved.last()[0] != len(record.rows):
        return False
    commands = (row.command for row, _ in saved.rows(0, saved.first_link))
    return identity_of(saved.about, commands) == identity


def _ended(record: Record) -> dt.datetime:
    """Return when a game ended, as far as its record shows; never in the future."""
    now = dt.datetime.now(dt.UTC)
    begun = read_moment(record.about["begun"])
    played = dt.timedelta(milliseconds=record.rows[-1].at if record.rows else 0)
    return now if begun is None or now - begun < played else begun + played
