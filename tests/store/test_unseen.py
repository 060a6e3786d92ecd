"""The mark of an end that nobody has seen: from before the game is put with the finished ones until it was shown."""

from __future__ import annotations

import itertools
import tempfile
from typing import TYPE_CHECKING

import pytest

from roguelike.play.journaled_game import JournaledGame
from roguelike.play.morgue import cause_of_death, morgue_builder
from roguelike.store.errors import UNREADABLE, StoreError
from roguelike.store.replay import Replay
from roguelike.store.sqlite.data_folder import UNSEEN
from roguelike.store.sqlite.importing import import_game
from roguelike.store.sqlite.lookup import record_of
from roguelike.ui.last_screen import last_screen
from tests.store.library_fixtures import (
    SHORT,
    Playing,
    System,
    begun,
    copying,
    crashed,
    known_rules,
    library_in,
    other_rules,
    resumed,
    scores_of,
)

if TYPE_CHECKING:
    import pathlib

    from roguelike.store.kept.store import KeptStore
    from roguelike.store.sqlite.sqlite_store import SqliteStore
    from tests.store.sources import Source


def ended(store: KeptStore) -> Playing:
    """Play a game to its end, and put it with the finished ones."""
    playing = begun(store, game=SHORT).to_the_end()
    playing.play.finish(playing.account)
    playing.quit()
    return playing


def marks(library: SqliteStore) -> list[str]:
    """Return the names of the marks."""
    return sorted(mark.name for mark in library.folder.finished.glob(f"*{UNSEEN}"))


def test_an_unseen_end_is_there_as_it_was(store: KeptStore, source: Source) -> None:
    """World, kills and what happened last; and it is the same game, not another score."""
    playing = ended(store)
    play = source.store().unseen("kim")
    assert play is not None
    again = Playing(play)

    assert (playing.digest, "kim") == (again.digest, again.play.name)
    assert again.retells(playing.told)
    again.play.see_end()
    again.quit()
    store = source.store()
    assert store.unseen("kim") is None
    assert 1 == len(scores_of(store))


def test_it_is_shown_with_its_cause(store: KeptStore) -> None:
    """The events that are shown again include the death."""
    ended(store)
    play = store.unseen("kim")
    assert play is not None
    perspective = JournaledGame.look_back(play, last_screen).perspective
    play.release()

    assert cause_of_death(perspective.world).startswith("killed by ")


def test_it_is_nobody_elses(store: KeptStore) -> None:
    """A name that begins like another has ends of its own."""
    ended(store)

    assert [None] * 3 == [store.unseen(name) for name in ("ki", "kim-0001", "bob")]
    assert ["kim-0001"] == [game.place.stem for game in store.rows.unseen("kim")]


def test_two_unseen_ends_are_both_shown(store: KeptStore) -> None:
    """They come in the order in which they ended."""
    ended(store)
    ended(store)
    seen = []
    while (play := store.unseen("kim")) is not None:
        seen.append(play.key)
        play.see_end()
        play.release()

    assert ["kim-0001", "kim-0002"] == seen


def test_where_the_mark_cannot_be_taken_away_it_is_shown_once_in_a_sitting(store: KeptStore, source: Source) -> None:
    """Else nobody could begin a game on a disk that can only be read."""
    ended(store)
    play = store.unseen("kim")
    assert play is not None
    play.release()

    assert store.unseen("kim") is None
    assert source.store().unseen("kim") is not None


def test_an_end_is_not_shown_while_its_player_looks_at_it(library: SqliteStore) -> None:
    """In another window, perhaps; a game of that name cannot be begun there either."""
    playing = begun(library, game=SHORT).to_the_end()
    playing.play.finish(playing.account)

    assert library_in(library.folder.root).unseen("kim") is None
    playing.quit()
    again = library_in(library.folder.root).unseen("kim")
    assert again is not None
    with pytest.raises(StoreError, match="is being played"):
        begun(library)
    again.release()


def test_a_game_that_is_set_aside_or_brought_in_has_no_mark(library: SqliteStore, tmp_path: pathlib.Path) -> None:
    """The player did that, and needs no reminder."""
    begun(library).step(3).quit()
    library.set_aside("kim")
    ended(library)
    there = library_in(tmp_path / "there")
    replay = Replay(record_of(library.folder, "kim-0002"), known_rules("kasidin"))
    import_game(there.folder, replay, "kim", "kasidin", morgue_builder(last_screen))

    assert ["kim-0002.unseen"] == marks(library)
    assert ["kim-0001"] == [game.key for game in there.finished()]
    assert [] == marks(there)


def test_wherever_a_kill_comes_the_end_is_shown(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it is written down: the game is in progress still, or it is finished and marked."""
    system = System(monkeypatch)
    found = []
    for cut in itertools.count():
        library, left = library_in(tmp_path / str(cut)), tmp_path / f"{cut} left"
        playing = begun(library, game=SHORT).to_the_end()
        with system.at(cut, copying(library.folder.root, left)):
            playing.play.finish(playing.account)
        playing.quit()
        if not left.exists():
            break
        library = library_in(left)
        in_progress = library.folder.names() == ["kim"]
        play = library.resume("kim") if in_progress else library.unseen("kim")
        assert play is not None
        again = Playing(play)
        assert playing.digest == again.digest
        assert [] == (marks(library) if in_progress else [])  # swept: it is not finished
        again.play.release()
        found.append(in_progress)

    assert {True, False} == set(found)


def test_a_mark_without_a_game_is_swept_and_its_number_is_not_used_again(library: SqliteStore) -> None:
    """A kill, then a file that cannot be read: the next game must not be taken for that one."""
    library = crashed(library, begun(library, game=SHORT).to_the_end())
    library.folder.finished.mkdir(exist_ok=True)
    (library.folder.finished / f"kim-0007{UNSEEN}").touch()
    (library.folder.finished / f"kimberly-0001{UNSEEN}").touch()
    assert "kim-0008" == library.folder.next_finished("kim").stem

    resumed(library).quit()

    assert ["kimberly-0001.unseen"] == marks(library)


def test_an_end_that_cannot_be_read_any_more_is_told_once(library: SqliteStore) -> None:
    """Then its player can begin another game."""
    ended(library)
    path = library.folder.finished / "kim-0001.game"
    path.write_bytes(b"rubbish")
    told = rf"^kim's last game is over\. {path} cannot be read: it is not a saved game\."
    with pytest.raises(StoreError, match=told) as caught:
        library.unseen("kim")

    assert UNREADABLE == caught.value.code
    assert [] == marks(library)
    assert b"rubbish" == path.read_bytes()
    begun(library).quit()


def test_an_end_that_cannot_be_read_just_now_is_shown_later(
    library: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The temporary folder is full, say."""
    ended(library)
    with monkeypatch.context() as patched:
        patched.setattr(tempfile, "tempdir", "/nowhere")
        with pytest.raises(StoreError, match="it cannot be copied for reading"):
            library.unseen("kim")

    play = library_in(library.folder.root).unseen("kim")
    assert play is not None
    play.release()


def test_an_end_is_shown_though_the_rules_have_changed(store: KeptStore, source: Source) -> None:
    """Its last world is kept with it; nothing is written there."""
    playing = ended(store)
    (game,) = store.rows.finished()
    before = game.digest()
    play = source.store(other_rules).unseen("kim")
    assert play is not None
    kept = JournaledGame.look_back(play, last_screen)
    kept.see_end()

    assert "" == kept.close()
    assert playing.play.game.outcome == kept.perspective.game.outcome
    assert before == game.digest()
    assert [] == store.rows.unseen("kim")
