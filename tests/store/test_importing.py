"""Games from elsewhere, brought in."""

from __future__ import annotations

import contextlib
import datetime as dt
import shutil
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content import loader
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Wait
from roguelike.engine.commands.plain import decode
from roguelike.narration.message_log import LEFT_OUT
from roguelike.play.journaled_game import JournaledGame
from roguelike.play.morgue import morgue_builder
from roguelike.store.errors import StoreError
from roguelike.store.kept.journal import Journal
from roguelike.store.port import Account
from roguelike.store.portable import lines, read_portable
from roguelike.store.replay import Differs, Replay
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.importing import import_game
from roguelike.store.sqlite.lookup import open_replay, record_of
from roguelike.store.sqlite.sqlite_store import SqliteStore
from roguelike.store.verify import verify
from roguelike.ui.last_screen import last_screen
from tests.kept_games import DIES, files, keep_game
from tests.store.library_fixtures import scores_of

if TYPE_CHECKING:
    from roguelike.store.record import Record


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """Return the data folder of this machine."""
    return tmp_path / "here"


@pytest.fixture
def there(tmp_path: Path) -> Path:
    """Return the data folder of another machine."""
    return tmp_path / "there"


def carried(folder: Path, what: str) -> Record:
    """Return the game in a file that was carried from one machine to another."""
    file = folder.parent / "carried.jsonl"
    file.write_text("".join(lines(record_of(DataFolder(folder), what))), encoding="ascii")
    return read_portable(file)


def bring(folder: Path, record: Record, name: str = "alice") -> str:
    """Bring a game in."""
    return import_game(
        DataFolder(folder), Replay(record, load_ruleset("classic")), name, "classic", morgue_builder(last_screen)
    )


def tables(path: Path) -> list[list[tuple[object, ...]]]:
    """Return the contents of a game's file, except what depends on when and by whom it was made."""
    asked = (
        "SELECT number, command, turn, at, before FROM commands ORDER BY number",
        "SELECT number, digest, world FROM snapshots ORDER BY number",
        "SELECT number, note FROM annotations ORDER BY rowid",
    )
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return [connection.execute(query).fetchall() for query in asked]


def test_a_game_goes_on_elsewhere(here: Path, there: Path) -> None:
    """World, log and kills are what they were, and nothing has to be caught up with."""
    left = keep_game(there, seed=18, commands=90)
    name = bring(here, carried(there, "alice"))
    play = SqliteStore(DataFolder(here), load_ruleset).resume(name)
    pending = list(play.pending)
    view = JournaledGame.resume(play, last_screen).perspective
    play.close()

    assert "alice" == name
    assert (left.game.digest(), []) == (play.game.digest(), pending)
    told = [entry.parts for entry in view.log.entries]
    assert LEFT_OUT.parts == told[0]
    assert 5 < len(told) < len(left.log.entries)
    assert [entry.parts for entry in left.log.entries][1 - len(told) :] == told[1:]
    assert left.world.tally.kills == view.world.tally.kills
    assert [] == play.notices


@pytest.mark.parametrize(("seed", "what"), [(1, "alice"), (DIES, "alice-0001")])
def test_there_and_back_gives_the_same(here: Path, there: Path, seed: int, what: str) -> None:
    """Digests, score, turns, and the same lines again."""
    keep_game(there, seed=seed)
    record = carried(there, what)
    key = bring(here, record)
    verdicts = [verify(open_replay(DataFolder(root), what, load_ruleset)) for root in (there, here)]

    assert what == key
    assert verdicts[0] == verdicts[1]
    back = record_of(DataFolder(here), key)
    renamed = attrs.evolve(record, about={**record.about, "id": back.about["id"]})
    assert list(lines(renamed)) == list(lines(back))


@pytest.mark.parametrize(("seed", "file"), [(1, "games/alice.game"), (DIES, "finished/alice-0001.game")])
def test_the_file_is_as_if_it_had_been_played_here(here: Path, there: Path, seed: int, file: str) -> None:
    """Commands, snapshots and kills: it stands every accident that the other one would."""
    keep_game(there, seed=seed)
    bring(here, carried(there, "alice"))

    assert tables(there / file) == tables(here / file)


def test_a_finished_game_brings_its_score_and_its_story(here: Path, there: Path) -> None:
    """The story reads the same here as there."""
    keep_game(there, seed=DIES)
    bring(here, carried(there, "alice"))
    libraries = [SqliteStore(DataFolder(root), load_ruleset) for root in (there, here)]
    scores = [scores_of(library)[0] for library in libraries]
    stories = [(root / "finished" / "alice-0001.txt").read_text(encoding="utf-8") for root in (there, here)]

    # But nobody can tell any more that it was not spoiled, nor where its seed comes from.
    assert attrs.evolve(scores[0], when=scores[1].when, spoiled=None, board="imported") == scores[1]
    assert stories[0] == stories[1]
    assert [] == libraries[1].saved()


@pytest.mark.parametrize(
    ("begun", "ended"),
    [("2020-02-02T10:00:00+02:00", "2020-02-02T08:01:30+00:00"), ("2020-02-02T10:00:00", "2020-02-02T10:01:30+00:00")],
)
def test_a_score_has_the_day_of_the_game(here: Path, there: Path, begun: str, ended: str) -> None:
    """Not that on which the file was carried: when it was begun, and how long it was played, is in it."""
    keep_game(there, seed=DIES)
    record = carried(there, "alice")
    rows = [*record.rows[:-1], attrs.evolve(record.rows[-1], at=90_000)]
    bring(here, attrs.evolve(record, about={**record.about, "begun": begun}, rows=rows))

    assert [ended] == [score.when.isoformat() for score in scores_of(SqliteStore(DataFolder(here), load_ruleset))]


@pytest.mark.parametrize(("begun", "at"), [("9000-01-01T00:00:00+00:00", 0), ("2020-02-02T10:00:00", 1 << 53)])
def test_no_score_is_of_the_future(here: Path, there: Path, begun: str, at: int) -> None:
    """A clock may have been wrong, and a file may claim anything."""
    keep_game(there, seed=DIES)
    record = carried(there, "alice")
    rows = [*record.rows[:-1], attrs.evolve(record.rows[-1], at=at)]
    bring(here, attrs.evolve(record, about={**record.about, "begun": begun}, rows=rows))
    (score,) = scores_of(SqliteStore(DataFolder(here), load_ruleset))

    assert dt.timedelta() <= dt.datetime.now(dt.UTC) - score.when < dt.timedelta(minutes=5)


def test_a_game_that_was_set_aside_stays_so(here: Path, there: Path) -> None:
    """It is no defeat, and has no score."""
    keep_game(there, commands=30)
    SqliteStore(DataFolder(there), load_ruleset).set_aside("alice")
    bring(here, carried(there, "alice"))
    library = SqliteStore(DataFolder(here), load_ruleset)

    assert [("alice-0001", "abandoned")] == [(game.key, game.outcome) for game in library.finished()]
    assert [] == scores_of(library)
    assert not (here / "finished" / "alice-0001.txt").exists()


def test_a_name_that_is_taken_is_refused(here: Path, there: Path) -> None:
    """A game in progress is never replaced; another name can be given."""
    keep_game(here, commands=3)
    keep_game(there, commands=5)
    before = files(here)
    record = carried(there, "alice")
    with pytest.raises(StoreError, match="choose another name"):
        bring(here, record)

    assert before == files(here)
    assert "ann" == bring(here, record, "ann")


@pytest.mark.parametrize("seed", [1, DIES])
def test_the_same_game_is_not_brought_in_twice(here: Path, there: Path, seed: int) -> None:
    """Nobody gets another try at a game by carrying it about."""
    keep_game(there, seed=seed)
    record = carried(there, "alice")
    bring(here, record)
    before = files(here)
    with pytest.raises(StoreError, match="already exists here: alice"):
        bring(here, record, "ann")

    assert before == files(here)


@pytest.mark.parametrize("seed", [1, DIES])
@pytest.mark.parametrize("is_played_here", [True, False])
def test_a_game_is_known_by_its_commands(here: Path, there: Path, seed: int, *, is_played_here: bool) -> None:
    """What a header claims makes it no other game, whether the known one was imported or played here."""
    keep_game(there, seed=seed)
    record = carried(there, "alice")
    if is_played_here:
        keep_game(here, seed=seed)
    else:
        bring(here, record)
    before = files(here)
    claims = {"id": "f" * 32, "begun": "2020-02-02T10:00:00+00:00", "program": "9"}
    forged = attrs.evolve(record, about={**record.about, **claims})
    with pytest.raises(StoreError, match="already exists here: alice"):
        bring(here, forged, "ann")

    assert before == files(here)


def test_an_imported_game_has_one_line_whatever_its_id(here: Path, there: Path) -> None:
    """Even if its file was deleted before it was imported again."""
    keep_game(there, seed=DIES)
    record = carried(there, "alice")
    for digit in "0f":
        key = bring(here, attrs.evolve(record, about={**record.about, "id": digit * 32}))
        (line,) = scores_of(SqliteStore(DataFolder(here), load_ruleset))
        (here / "finished" / f"{key}.game").unlink()

        assert (True, "imported") == (line.verified, line.board)


@pytest.mark.parametrize(("seeded", "spoiled"), [(True, False), (False, True)])
def test_no_header_chooses_the_board(here: Path, there: Path, *, seeded: bool, spoiled: bool) -> None:
    """Imports are ranked by themselves, seeded or not."""
    keep_game(there, seed=DIES, seeded=seeded)
    record = carried(there, "alice")
    bring(here, attrs.evolve(record, spoiled=spoiled))
    library = SqliteStore(DataFolder(here), load_ruleset)
    for _ in range(2):
        (line,) = scores_of(library)
        assert (True, "imported", True if spoiled else None) == (line.verified, line.board, line.spoiled)
        (here / "finished" / "alice-0001.proof").unlink()

    assert [0, 1] == [library.standing("alice", 0, board).of_all for board in ("", "imported")]


def test_an_imported_game_that_ends_here_stays_imported(here: Path, there: Path) -> None:
    """Also in the rank at its end: its beginning is still what a file said."""
    keep_game(there, seed=DIES, commands=100)
    bring(here, carried(there, "alice"))
    keep_game(there, "kim", seed=DIES)
    library = SqliteStore(DataFolder(here), load_ruleset)
    play = library.resume("alice")
    for row in carried(there, "kim").rows[100:]:
        command = decode(row.command)
        play.append(command)
        play.game.play(command)
    board, _ = play.board, play.finish(Account("", ""))
    play.close()

    assert ("imported", ["imported"]) == (board, [line.board for line in scores_of(library)])


def test_a_game_by_rules_of_ones_own_is_ranked_apart(here: Path, there: Path, tmp_path: Path) -> None:
    """Whoever writes the rules can make any score easy; played here or imported."""
    mine = tmp_path / "mine"
    shutil.copytree(Path(loader.__file__).parent / "classic", mine)
    keep_game(there, seed=DIES, rules=str(mine))
    record = carried(there, "alice")
    import_game(DataFolder(here), Replay(record, load_ruleset(mine)), "alice", str(mine), morgue_builder(last_screen))
    boards = []
    for root in (there, here):
        library = SqliteStore(DataFolder(root), load_ruleset)
        boards += [line.board for line in scores_of(library)]
        *_, told = library.statistics()
        assert told is not None
        assert (0, {"Classic (mine)" + ", imported" * (root == here)}) == (told.games, set(told.by_rules))

    assert ["own rules", "own rules, imported"] == boards


def test_a_game_that_is_being_played_is_left_alone(here: Path, there: Path) -> None:
    """One game, one process."""
    keep_game(there, commands=5)
    play = SqliteStore(DataFolder(here), load_ruleset).begin("alice", "classic", 1)
    try:
        with pytest.raises(StoreError, match="is being played") as told:
            bring(here, carried(there, "alice"))
    finally:
        play.close()

    assert 3 == told.value.code


@pytest.mark.parametrize("number", [1, 60, 150])
def test_a_game_that_differs_leaves_nothing(here: Path, there: Path, number: int) -> None:
    """Neither a part of it nor a file in the making."""
    keep_game(there, seed=DIES)
    record = carried(there, "alice")
    rows = [attrs.evolve(row, before="0" * 32) if row.number == number else row for row in record.rows]
    with pytest.raises(Differs) as told:
        bring(here, attrs.evolve(record, rows=rows))

    assert (4, number) == (told.value.code, told.value.number)
    assert {} == files(here)


def test_a_victory_that_was_none_is_not_brought_in(here: Path, there: Path) -> None:
    """The scores are for what was played."""
    keep_game(there, commands=20)
    with pytest.raises(Differs):
        bring(here, attrs.evolve(carried(there, "alice"), outcome="won", turn=20))

    assert {} == files(here)


def test_a_game_whose_rules_were_changed_is_refused(here: Path, there: Path) -> None:
    """It cannot be played again to its end, so nobody knows whether it is true."""
    keep_game(there, commands=20)
    with pytest.raises(StoreError, match="rules changed") as told:
        bring(here, attrs.evolve(carried(there, "alice"), changes=[(10, "0" * 32)]))

    assert 3 == told.value.code
    assert {} == files(here)


@pytest.mark.parametrize("name", ["", "../../x", "x/y", "\x1b[2J", "x" * 17])
def test_a_name_leads_nowhere_else(here: Path, there: Path, name: str) -> None:
    """A stranger's file says where nothing is written but below the games."""
    keep_game(there, commands=3)
    with pytest.raises(StoreError, match="its player name is invalid") as told:
        bring(here, record_of(DataFolder(there), "alice"), name)

    assert 3 == told.value.code
    assert not here.exists()


def test_a_games_file_can_be_brought_in_as_it_is(here: Path, there: Path) -> None:
    """From a backup, say."""
    left = keep_game(there, commands=3)

    assert "alice" == bring(here, record_of(DataFolder(there), "alice"))
    assert left.game.digest() == verify(open_replay(DataFolder(here), "alice", load_ruleset)).digest


def test_a_full_disk_leaves_nothing(here: Path, there: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence, and it can be tried again."""
    keep_game(there, commands=150)
    record = carried(there, "alice")

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "_insert_snapshot", full)
        with pytest.raises(StoreError, match="cannot be written"):
            bring(here, record)

    assert {} == files(here)
    assert "alice" == bring(here, record)


def test_what_a_crash_left_is_no_hindrance(here: Path, there: Path) -> None:
    """A half-made file is of no use to anybody, nor are the files beside it."""
    left = keep_game(there, commands=20)
    DataFolder(here).make()
    for ending in ("", "-wal", "-journal"):
        (here / "games" / f"alice.importing{ending}").write_bytes(b"rubbish")
    bring(here, carried(there, "alice"))

    assert left.game.digest() == verify(open_replay(DataFolder(here), "alice", load_ruleset)).digest
    assert {"games/alice.game"} == set(files(here))


def test_a_death_that_was_not_written_down_is_met_again(here: Path, there: Path) -> None:
    """A player who goes on with it reads how it ended, and then it is over."""
    keep_game(there, seed=DIES)
    record = attrs.evolve(carried(there, "alice"), outcome=None, turn=None, digest=None)
    play = SqliteStore(DataFolder(here), load_ruleset).resume(bring(here, record))
    events = [event for happened in play.catch_up() for event in happened]
    play.release()

    assert "died" == play.game.outcome
    assert events


def test_a_game_that_was_longer_here_before_is_gone_on_with_as_it_was_brought(here: Path, there: Path) -> None:
    """An older copy of one's own game, brought back: what was written since does not count any more."""
    keep_game(there, commands=20)
    record = carried(there, "alice")
    bring(here, record)
    library = SqliteStore(DataFolder(here), load_ruleset)
    play = library.resume("alice")
    for _ in range(9):
        play.append(Wait())
        play.game.play(Wait())
    play.release()
    DataFolder(here).game("alice").unlink()
    DataFolder(here).game("alice").with_name("alice.game-wal").unlink(missing_ok=True)

    bring(here, record)

    play = library.resume("alice")
    assert 20 == play.journal.number
    play.close()


def test_scores_that_cannot_be_written_leave_no_story_of_a_game_that_is_not_there(here: Path, there: Path) -> None:
    """All of it is there or nothing, and the next try has the same key."""
    keep_game(there, seed=DIES)
    DataFolder(here).make()
    DataFolder(here).scores.write_bytes(b"rubbish" * 1000)
    with pytest.raises(StoreError, match=r"scores\.sqlite"):
        bring(here, carried(there, "alice"))
    assert [] == list((here / "finished").iterdir())
    DataFolder(here).scores.unlink()

    assert "alice-0001" == bring(here, carried(there, "alice"))


def test_rules_at_a_place_that_no_save_can_tell_are_refused(here: Path, there: Path) -> None:
    """The game could not be read afterwards."""
    keep_game(there, commands=5)
    replay = Replay(carried(there, "alice"), load_ruleset("classic"))

    with pytest.raises(StoreError, match="unprintable characters"):
        import_game(DataFolder(here), replay, "alice", "/ru\nle/classic", morgue_builder(last_screen))

    assert [] == DataFolder(here).names()


def test_a_link_to_nowhere_is_not_replaced(here: Path, there: Path) -> None:
    """The disk that it leads to may be away for a moment."""
    keep_game(there, commands=5)
    DataFolder(here).make()
    DataFolder(here).game("alice").symlink_to("nowhere")

    with pytest.raises(StoreError, match="alice already has a game in progress"):
        bring(here, carried(there, "alice"))

    assert DataFolder(here).game("alice").is_symlink()
