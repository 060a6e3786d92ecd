"""A game from elsewhere among one's own: played again from its seed while its file is made."""

from __future__ import annotations

import contextlib
import datetime as dt
import sqlite3
from typing import TYPE_CHECKING

from roguelike.store.database import create, sync_folder
from roguelike.store.errors import UNREADABLE, StoreError, abridged, not_kept, unreadable
from roguelike.store.folder import is_there, refuse_unprintable, write_text
from roguelike.store.journal import Journal
from roguelike.store.lock import Lock
from roguelike.store.saved import first_link, read
from roguelike.store.scores import add_score
from roguelike.store.spoiling import SPOILED
from roguelike.store.values import read_moment
from roguelike.ui.choices import is_name
from roguelike.ui.morgue import account
from roguelike.ui.presenter import Presenter
from roguelike.ui.shelf import Score

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterator, Mapping

    from roguelike.store.folder import Folder
    from roguelike.store.record import Record
    from roguelike.store.replay import Replay
    from roguelike.store.saved import Row


def bring_in(folder: Folder, replay: Replay, name: str, rules: str) -> str:
    """Put a recorded game with one's own, under that name; returns the name, or the key if the game is over.

    `rules` is what its rule set is found by from now on, a name or an absolute path. All of it is there or nothing.

    Raises:
        Differs: it does not come out as it was recorded.
        StoreTrouble: the name or the game is there already, its rules were changed, or it cannot be written.
    """
    if not is_name(name):
        raise unreadable(replay.record.path, "nobody can be called what it says")
    if replay.ends_because:
        raise StoreError(f"{abridged(replay.record.path)} cannot be brought in. {replay.ends_because}", UNREADABLE)
    refuse_unprintable(rules)
    folder.make()
    is_over = replay.record.outcome is not None
    about = {**replay.about, "name": name, "rules": rules, "ruleset": replay.ruleset.title}
    with contextlib.ExitStack() as stack:
        lock = Lock(folder.lock(name), name)
        stack.callback(lock.release)
        _refuse_known(folder, about["id"])
        if not is_over and is_there(folder.game(name)):
            raise StoreError(f"there is a game of {name} already: give this one another name with --name.")
        goal = folder.next_finished(name) if is_over else folder.game(name)
        with _making(folder.games / f"{name}.importing") as making:
            _Builder(making, about, replay).build(folder, goal)
        if not is_over:
            lock.mark(about["id"], replay.length)  # it may have been longer when it was here before
        return goal.stem if is_over else name


class _InOneGo(Journal):
    """A journal that is written as a whole: all of it is on the disk when it is committed."""

    def commit(self) -> None:
        """Have all of it on the disk."""
        try:
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise not_kept(self.path, error) from None

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        try:
            if not self._connection.in_transaction:
                self._connection.execute("BEGIN IMMEDIATE")
            yield self._connection
        except sqlite3.Error as error:
            raise not_kept(self.path, error) from None


class _Builder:
    """Plays a game again and writes it down."""

    def __init__(self, path: pathlib.Path, about: Mapping[str, str], replay: Replay) -> None:
        self._replay = replay
        game = replay.game_at(0)
        self._presenter = Presenter(game, about["name"], spoiled=replay.record.spoiled)
        create(path, about)
        self._journal = _InOneGo(path, 0, first_link(about), 0)

    def build(self, folder: Folder, goal: pathlib.Path) -> None:
        """Write all of it, and put it where it belongs."""
        with contextlib.closing(self._journal):
            self._journal.keep(self._presenter.game.world, {})
            if self._replay.record.spoiled:
                self._journal.note(SPOILED)
            self._presenter.take_events()
            for row in self._replay.rows:
                self._add(row)
            self._end(goal.stem)
            self._journal.commit()
            try:
                if goal.parent == folder.finished:
                    _tell_end(folder, goal, self._presenter, self._replay.record)
                self._journal.move(goal)
            except BaseException:
                goal.with_suffix(".txt").unlink(missing_ok=True)  # of a game that is not there
                raise
        try:
            sync_folder(goal.parent)
            sync_folder(folder.games)
        except OSError as error:
            raise not_kept(goal, error) from None

    def _add(self, row: Row) -> None:
        game = self._presenter.game
        self._replay.check(game, row)
        command = self._replay.command(row.number)
        self._journal.append(command, row.at, row.before, game.world, self._presenter.tally.kills)
        self._presenter.retell(game.play(command))

    def _end(self, key: str) -> None:
        game, claimed = self._presenter.game, self._replay.record.outcome
        self._replay.check_end(game)
        # A game that is over and was not closed is closed by whoever goes on with it: the last command tells them.
        if claimed is not None or game.outcome is None:
            self._journal.keep(game.world, self._presenter.tally.kills)
        if claimed is not None:
            tally = self._presenter.tally
            end = {"outcome": game.outcome or claimed, "turn": game.world.turn, "kills": tally.kills.total()}
            self._journal.note({**end, "cause": tally.cause_of_death(), "key": key})


@contextlib.contextmanager
def _making(path: pathlib.Path) -> Iterator[pathlib.Path]:
    """Return a path for a file in the making, of which nothing is left if it is not put anywhere."""
    try:
        yield path
    finally:
        for each in path.parent.glob(f"{path.name}*"):
            with contextlib.suppress(OSError):
                each.unlink()


def _refuse_known(folder: Folder, key: str) -> None:
    for path in [*map(folder.game, folder.names()), *folder.finished_games()]:
        with contextlib.suppress(StoreError), read(path) as saved:
            if saved.about["id"] == key:
                break
    else:
        return
    raise StoreError(f"this game is here already: {path.stem}.")


def _tell_end(folder: Folder, goal: pathlib.Path, presenter: Presenter, record: Record) -> None:
    """Write the account and the score of a game that ended; one that was set aside has neither."""
    world = presenter.world
    if world.outcome is None:
        return
    write_text(goal.with_suffix(".txt"), account(presenter))
    kills = presenter.tally.kills.total()
    title = world.ruleset.title
    line = Score(
        presenter.name,
        title,
        world.outcome,
        presenter.score,
        world.turn,
        kills,
        world.seed,
        _ended(record),
        record.spoiled,
    )
    add_score(folder.scores, record.about["id"], line)


def _ended(record: Record) -> dt.datetime:
    """Return when a game ended, as far as it tells: at the latest now."""
    now = dt.datetime.now(dt.UTC)
    begun = read_moment(record.about["begun"])
    played = dt.timedelta(milliseconds=record.rows[-1].at if record.rows else 0)
    return now if begun is None or now - begun < played else begun + played
