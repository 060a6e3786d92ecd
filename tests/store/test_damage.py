"""Damaged saves: a thousand of them here, more by `make soak`; each is refused in a sentence or gives its world."""

from __future__ import annotations

import functools
import itertools
import random
from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from tests.store.damage import FRAME, GONE, NAME, PAGE, Save, begin_save, change, damages, judge

if TYPE_CHECKING:
    from pathlib import Path

SHARES = range(10)
A_SHARE = 50
"""Number of damaged files of each kind of save."""


@pytest.fixture(scope="module")
def quit_save(tmp_path_factory: pytest.TempPathFactory) -> Save:
    """Return a saved game that was closed properly."""
    return begin_save(tmp_path_factory.mktemp("good") / "x", functools.cache(load_ruleset), crashed=False)


@pytest.fixture(scope="module")
def crashed_save(tmp_path_factory: pytest.TempPathFactory) -> Save:
    """Return a game whose process was killed: much of it is in the -wal only."""
    return begin_save(tmp_path_factory.mktemp("crash") / "x", functools.cache(load_ruleset), crashed=True)


@pytest.mark.parametrize("share", SHARES)
def test_a_damaged_save_gives_a_sentence_or_its_own_world(share: int, quit_save: Save, tmp_path: Path) -> None:
    """A player must never play on in another world than the saved one, or see a traceback."""
    judged = _judge_share(quit_save, share, tmp_path)

    assert {True, False} == judged


@pytest.mark.parametrize("share", SHARES)
def test_a_damaged_save_of_a_crash_gives_a_sentence_or_its_own_world(
    share: int, crashed_save: Save, tmp_path: Path
) -> None:
    """SQLite leaves out, in silence, what it finds damaged in a -wal: that were commands that the player was shown."""
    judged = _judge_share(crashed_save, share, tmp_path)

    assert {True, False} == judged


def _judge_share(save: Save, share: int, root: Path) -> set[bool]:
    """Judge a share of the damaged files, dealt so that the shares together begin with every block."""
    dealt = itertools.islice(damages(save, random.Random(5)), share, None, len(SHARES))
    return {
        bool(judge(save, save.lay(root / "games", files), what)) for what, files in itertools.islice(dealt, A_SHARE)
    }


@pytest.mark.parametrize("save", ["quit_save", "crashed_save"])
def test_a_good_save_loads_silently(save: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """If the undamaged ones were refused, the other tests would show nothing."""
    good: Save = request.getfixturevalue(save)

    assert not judge(good, good.lay(tmp_path / "games"))


@pytest.mark.parametrize("frames", [0, 1, 20, -2, -1])
def test_the_lost_end_of_a_game_is_noticed(frames: int, crashed_save: Save, tmp_path: Path) -> None:
    """A -wal that was cut off is as good as new to SQLite; the player was shown more than is left."""
    wal = crashed_save.files[".game-wal"]
    kept = frames if frames >= 0 else len(wal) // FRAME + frames

    sentence = judge(crashed_save, crashed_save.lay(tmp_path, {".game-wal": wal[: 32 + kept * FRAME]}))

    assert " of 215; the rest is lost" in sentence


def test_a_game_without_its_wal_is_noticed(crashed_save: Save, tmp_path: Path) -> None:
    """A person who copies a game by hand takes one file for all of it."""
    sentence = judge(crashed_save, crashed_save.lay(tmp_path, {".game-wal": GONE}))

    assert "it ends at command 150 of 215" in sentence


@pytest.mark.parametrize("lock", [GONE, b"", b"\0" * 400, b"x" * 400, b"{}".ljust(200) + b"9" * 60])
def test_a_damaged_lock_keeps_nobody_from_a_good_game(lock: bytes, crashed_save: Save, tmp_path: Path) -> None:
    """What is noted there is a witness and no part of the game; after a power cut it may be anything."""
    assert not judge(crashed_save, crashed_save.lay(tmp_path, {".lock": lock}))


def test_a_journal_of_another_kind_is_not_believed(quit_save: Save, tmp_path: Path) -> None:
    """SQLite would roll back what it says, and take away any file that it names."""
    victim = tmp_path / "precious"
    victim.write_text("mine", encoding="utf-8")
    name = str(victim).encode()
    journal = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + bytes(500) + name
    library = quit_save.lay(tmp_path / "games", {".game-journal": journal})

    sentence = judge(quit_save, library)

    assert f"{NAME}.game-journal, beside it, is not from this program" in sentence
    assert "mine" == victim.read_text(encoding="utf-8")


def test_a_bad_last_snapshot_is_passed_over_and_told(quit_save: Save, tmp_path: Path) -> None:
    """The one before and more commands give the same world; the player should know that the disk is failing."""
    with change(quit_save) as changed:
        changed.connection.execute("UPDATE snapshots SET world = x'00' WHERE number IN (215, 200)")
    library = quit_save.lay(tmp_path, changed.files)

    play = library.resume(NAME)
    replayed = len(list(play.catch_up()))
    play.release()

    assert 65 == replayed
    assert ["Skipped 2 damaged snapshots while loading this game; nothing is lost."] == play.notices
    assert quit_save.digest == play.game.digest()


def test_without_any_snapshot_the_whole_game_is_done_again(quit_save: Save, tmp_path: Path) -> None:
    """The seed and the commands are enough."""
    with change(quit_save) as changed:
        changed.connection.execute("UPDATE snapshots SET digest = ''")
    play = quit_save.lay(tmp_path, changed.files).resume(NAME)
    replayed = len(list(play.catch_up()))
    play.release()

    assert 215 == replayed
    assert quit_save.digest == play.game.digest()


def test_a_file_in_which_sqlite_would_do_harm_is_refused(quit_save: Save, tmp_path: Path) -> None:
    """A page that loading needs not may still be one that playing on would ruin."""
    content = quit_save.files[".game"]
    trees = [start for start in range(PAGE, len(content), PAGE) if content[start] in {2, 5, 10, 13}]

    said = [
        judge(quit_save, quit_save.lay(tmp_path, {".game": content[:start] + bytes(PAGE) + content[start + PAGE :]}))
        for start in trees
    ]

    assert len(said) > 5
    assert all("it is damaged" in sentence or "what it tells of itself" in sentence for sentence in said)


def test_a_name_in_the_file_that_is_no_text_is_damage(quit_save: Save, tmp_path: Path) -> None:
    """SQLite says the name of a table that it cannot read, and no program can read that message."""
    content = quit_save.files[".game"].replace(b"tablenotesnotes", b"tablen\x96tesn\x96tes")
    content = content.replace(b"CREATE TABLE annotations (", b"CREATE TABLE annotations )")
    assert content != quit_save.files[".game"]

    assert judge(quit_save, quit_save.lay(tmp_path, {".game": content}))


def test_every_block_is_damaged_once(quit_save: Save, crashed_save: Save) -> None:
    """The shares of the tests above have to reach all of them."""
    reached = len(SHARES) * A_SHARE

    for save in (quit_save, crashed_save):
        blocks = len(save.files[".game"]) // PAGE + len(save.files.get(".game-wal", b"")) // FRAME
        assert blocks < reached / 2
