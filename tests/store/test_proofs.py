"""Scores that a replay confirms: what is true is verified, and nothing else can be made so by editing files."""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import json
import os
import shutil
import sqlite3
from typing import TYPE_CHECKING, Any

import pytest

from roguelike.content.complaints import ContentError
from roguelike.content.loader import load_ruleset
from roguelike.engine.game import Game
from roguelike.play.morgue import morgue_builder
from roguelike.store.records import sealed, snapshot_row
from roguelike.store.replay import Replay
from roguelike.store.sqlite.importing import import_game
from roguelike.store.sqlite.lookup import record_of
from roguelike.store.sqlite.migrations import INTO_SNAPSHOTS
from roguelike.store.sqlite.saved import read
from roguelike.store.sqlite.spoiling import spoil
from roguelike.store.sqlite.sqlite_store import SqliteStore
from roguelike.ui.last_screen import last_screen
from tests.store.library_fixtures import SHORT, begun, known_rules, library_in, resumed, scores_of

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Callable

    from roguelike.engine.commands import Command
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.store.kept.store import KeptStore
    from tests.store.library_fixtures import Playing
    from tests.store.sources import Source

PROOF = "kim-0001.proof"
FAKES = (
    "INSERT INTO scores WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 1500) "
    "SELECT 'x' || x, 'me', rules, 'won', 9999, 1, 1, '1', at, 0, 0, board, edition, feats FROM n, "
    "(SELECT rules, at, board, edition, feats FROM scores LIMIT 1)"
)
"""Lines without games, all better than any game of these tests."""


def ended(library: SqliteStore) -> SqliteStore:
    """Return a library in which kim has died."""
    finish(begun(library, game=SHORT))
    return library


def finish(playing: Playing) -> None:
    """Play a game until it is over."""
    playing.to_the_end()
    playing.play.finish(playing.account)
    playing.quit()


def verified(library: SqliteStore) -> list[bool]:
    """Return of each score whether it is verified, as a program finds it that has just started."""
    return [score.verified for score in scores_of(library_in(library.folder.root))]


@contextlib.contextmanager
def no_command_performed(monkeypatch: pytest.MonkeyPatch) -> Any:  # noqa: ANN401 -- a context
    """See that nothing is replayed within."""
    with monkeypatch.context() as patched:
        patched.setattr(Game, "submit", lambda *_: pytest.fail("a game is replayed"))
        yield


def change(path: pathlib.Path, statement: str, *values: object) -> None:
    """Change a database as anybody can who owns the folder."""
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)


def test_that_a_seed_was_chosen_is_told_by_the_game_and_not_by_the_list(library: SqliteStore) -> None:
    """Of a game that was played here, and of one that is replayed for want of a proof."""
    folder = ended(library).folder
    change(folder.scores, "UPDATE scores SET board = ''")

    for _ in range(2):
        (line,) = scores_of(library)
        assert ("seeded", True) == (line.board, line.verified)
        (folder.finished / PROOF).unlink()


def test_what_was_played_here_is_verified_without_a_replay(
    store: KeptStore, source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one sitting or in several, after a kill as after quitting: whoever performed every command knows the end."""
    begun(store, game=SHORT).step(3).quit()
    killed = source.crashed(resumed(store).step(2))
    finish(resumed(killed.store()))

    with no_command_performed(monkeypatch):
        assert [True] == [score.verified for score in scores_of(killed.store())]


def test_figures_are_of_what_was_played(store: KeptStore) -> None:
    """One game that was finished and one that was abandoned, each time, also from what is remembered of them."""
    finish(begun(store, game=SHORT))
    begun(store).step(3).quit()
    store.set_aside("kim")

    for name in ("kim", "ann", "kim"):
        *_, figures = store.statistics(name)
        assert figures is not None
        assert [name == "kim"] * 2 == [bool(figures.by_rules), figures.abandoned == 1]


def test_what_was_imported_is_verified_without_another_replay(
    library: SqliteStore, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was replayed when it came."""
    record, here = record_of(ended(library).folder, "kim"), library_in(tmp_path / "here")
    import_game(here.folder, Replay(record, known_rules("kasidin")), "ann", "kasidin", morgue_builder(last_screen))

    with no_command_performed(monkeypatch):
        assert [True] == verified(here)


@pytest.mark.parametrize("lost", ["proofs.key", f"finished/{PROOF}"])
def test_what_nobody_knows_any_more_is_replayed_once(
    library: SqliteStore, lost: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list of a hundred games is slow the first time at most."""
    (ended(library).folder.root / lost).unlink()

    assert [True] == verified(library)
    with no_command_performed(monkeypatch):
        assert [True] == verified(library)


@pytest.mark.parametrize(
    "edit",
    [
        "UPDATE scores SET score = score + 10",
        "UPDATE scores SET kills = kills + 1",
        "UPDATE scores SET turn = 1",
        "UPDATE scores SET edition = 2",
        "UPDATE scores SET outcome = 'won'",
        "UPDATE scores SET name = 'ann'",
        "UPDATE scores SET rules = 'Classic'",
        "UPDATE scores SET seed = '11'",
        "UPDATE scores SET id = '0'",
        "UPDATE scores SET spoiled = 1",
    ],
)
def test_an_edited_score_is_unverified(library: SqliteStore, edit: str) -> None:
    """Whatever it says that a replay can know."""
    change(ended(library).folder.scores, edit)

    assert [False] == verified(library)


def test_a_score_without_a_game_is_unverified_and_changes_no_other(library: SqliteStore) -> None:
    """It is shown all the same, below those that are true: somebody may have put the game elsewhere."""
    columns = "name, rules, outcome, score + 1000, turn, kills, seed, at, spoiled, depth, board, edition, feats"
    change(ended(library).folder.scores, f"INSERT INTO scores SELECT 'x', {columns} FROM scores")  # noqa: S608 -- ours

    assert [True, False] == verified(library)


def test_scores_that_nobody_confirms_push_no_other_off_the_list(library: SqliteStore) -> None:
    """However many there are, and whether their games were looked into before or not."""
    scores = ended(library).folder.scores
    change(scores, FAKES)

    for _ in range(2):
        told = scores_of(library)
        assert ("kim", True) == (told[0].name, told[0].verified)
        assert [("me", False)] * 1000 == [(line.name, line.verified) for line in told[1:]]
        (library.folder.finished / PROOF).unlink()


def test_a_list_is_there_at_once_and_games_are_replayed_later_bit_by_bit(
    library: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many there are of which nothing is known; what was found out is not lost when nobody waits for more."""
    finished = ended(library).folder.finished
    (finished / PROOF).unlink()
    for number in range(2, 52):
        shutil.copy(finished / "kim-0001.game", finished / f"kim-{number:04}.game")
    performed, play = [], Game.play

    def count(game: Game, command: Command) -> list[AnyEvent]:
        performed.append(command)
        return play(game, command)

    monkeypatch.setattr(Game, "play", count)

    later = library.scores()
    told, counts = [next(later)], [len(performed)]
    for _ in range(10):
        told.append(next(later))
        counts.append(len(performed))

    assert 0 == counts[0]
    assert all(after - before <= 100 for before, after in itertools.pairwise(counts))
    assert [[False], [True]] == [[score.verified for score in lines] for lines in (told[0], told[-1])]
    assert 1 < len(list(finished.glob("*.proof"))) < 51


def test_a_file_that_is_too_large_for_a_game_is_not_read(library: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Verify does not read it either, and to hash a terabyte of nothing takes an hour."""
    path = ended(library).folder.finished / "kim-0001.game"
    os.truncate(path, 1 << 40)
    monkeypatch.setattr(hashlib, "file_digest", lambda *_: pytest.fail("it is read"))

    assert [False] == verified(library)


def test_a_game_without_a_line_is_not_replayed(library: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody asks for it."""
    (ended(library).folder.finished / PROOF).unlink()
    change(library.folder.scores, "UPDATE scores SET id = 'x'")

    with no_command_performed(monkeypatch):
        assert [False] == verified(library)


def test_what_is_remembered_cannot_be_edited(library: SqliteStore) -> None:
    """Nor can it be copied from another game, or from a folder with another key."""
    proof = ended(library).folder.finished / PROOF
    plain = json.loads(proof.read_text(encoding="ascii"))
    plain["facts"][3] += 10
    proof.write_text(json.dumps(plain), encoding="ascii")
    change(library.folder.scores, "UPDATE scores SET score = score + 10")

    assert [False] == verified(library)


@pytest.mark.parametrize("rubbish", [b"", b"[]", b'{"a":1}', b"\xff" * 10000, b"[" * 8000])
def test_what_is_remembered_may_be_anything(library: SqliteStore, rubbish: bytes) -> None:
    """Then the game is verified again."""
    (ended(library).folder.finished / PROOF).write_bytes(rubbish)

    assert [True] == verified(library)


def _with_another_command(path: pathlib.Path) -> None:
    change(path, "UPDATE commands SET command = '[\"pick_up\"]' WHERE number = 2")


def _cut_short(path: pathlib.Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


@pytest.mark.parametrize("edit", [_with_another_command, _cut_short, lambda path: path.unlink()])
def test_a_proof_is_forgotten_when_the_game_changes(library: SqliteStore, edit: Callable[[pathlib.Path], None]) -> None:
    """It is a proof of that file and of no other."""
    edit(ended(library).folder.finished / "kim-0001.game")

    assert [False] == verified(library)


def test_a_proof_of_another_game_is_none(library: SqliteStore) -> None:
    """Copying it beside a game that cannot be replayed helps nobody."""
    ended(library)
    ended(library)
    folder = library.folder.finished
    _with_another_command(folder / "kim-0002.game")
    shutil.copy(folder / PROOF, folder / "kim-0002.proof")

    assert [False, True] == sorted(verified(library))


def test_a_forged_snapshot_proves_nothing(library: SqliteStore) -> None:
    """A person who adds kills to the world of a running game gets the score, but it is never verified."""
    begun(library, game=SHORT).step(3).quit()
    path = library.folder.game("kim")
    with read(path) as saved:
        snapshot, link = saved.snapshot(3), saved.link(3)
    world = {**snapshot.world["world"], "tally": {"kills": [["rat", 900]]}}
    row = snapshot_row({**snapshot.world, "world": world}, snapshot.fingerprint, 3, link)
    kept = (*row[:4], snapshot.witness, row[5])
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"INSERT OR REPLACE {INTO_SNAPSHOTS}", kept)

    finish(resumed(library))

    assert [9000] <= [score.score for score in scores_of(library)]
    assert [False] == verified(library)


def spoiled(library: SqliteStore) -> SqliteStore:
    """Return a library in which kim looked into the game before it ended."""
    begun(library, game=SHORT).step(3).quit()
    spoil(library.folder, record_of(library.folder, "kim"))
    return library


def without_mark(library: SqliteStore, path: pathlib.Path) -> list[tuple[bool | None, bool]]:
    """Return the marks and proofs of the scores after someone has removed the mark from a game, and from its line."""
    change(path, "DELETE FROM annotations WHERE note LIKE '%spoiled%'")
    if library.folder.scores.exists():
        change(library.folder.scores, "UPDATE scores SET spoiled = 0")
    else:
        finish(resumed(library))
    return [(score.spoiled, score.verified) for score in scores_of(library)]


def test_a_finished_game_without_its_mark_is_not_confirmed_as_unspoiled(library: SqliteStore) -> None:
    """What its commands give is still true."""
    finish(resumed(spoiled(library)))

    assert [(None, True)] == without_mark(library, library.folder.finished / "kim-0001.game")


def test_a_game_in_progress_without_its_mark_is_not_confirmed_as_unspoiled(library: SqliteStore) -> None:
    """The mark takes the witnesses away that say so."""
    assert [(None, True)] == without_mark(spoiled(library), library.folder.game("kim"))


def test_an_imported_game_is_not_confirmed_as_unspoiled(library: SqliteStore, tmp_path: pathlib.Path) -> None:
    """Its file says it, and anybody may have written that; it stays so when the game goes on here."""
    there, over = library_in(tmp_path / "there"), library_in(tmp_path / "over")
    begun(library, game=SHORT).step(3).quit()
    for here in (there, over):
        if here is over:
            finish(resumed(library))
        import_game(
            here.folder,
            Replay(record_of(library.folder, "kim"), known_rules("kasidin")),
            "kim",
            "kasidin",
            morgue_builder(last_screen),
        )
    finish(resumed(there))

    for here in (there, over):
        assert [(None, True)] == [(score.spoiled, score.verified) for score in scores_of(here)]
    assert [(False, True)] == [(score.spoiled, score.verified) for score in scores_of(library)]


def test_what_shows_that_a_game_was_unspoiled_is_lost_with_the_key_and_not_with_the_proof(library: SqliteStore) -> None:
    """The game itself is witnessed to its end."""
    (ended(library).folder.finished / PROOF).unlink()
    assert [False] == [score.spoiled for score in scores_of(library)]
    library.folder.key.unlink()
    assert [None] == [score.spoiled for score in scores_of(library)]


def own_rules(folder: pathlib.Path, more: str = "") -> str:
    """Make rules of one's own, or change them; returns where they are."""
    folder.mkdir(exist_ok=True)
    (folder / "ruleset.toml").write_text(f'extends = "kasidin"\n{more}', encoding="utf-8")
    return str(folder)


def test_rules_of_ones_own_are_told_from_those_that_come_with_the_game(
    library: SqliteStore, tmp_path: pathlib.Path
) -> None:
    """By the folder behind the title, which they may have inherited; a replay finds the same."""
    place = own_rules(tmp_path / "mine")
    library = SqliteStore(library.folder, load_ruleset)
    finish(begun(library, game=(place, SHORT[1])))
    finish(begun(library, game=SHORT))
    expected = {("Kasidin (mine)", place, False, True), ("Kasidin", "kasidin", True, True)}

    for _ in range(2):
        told = {(score.rules, score.ruleset, score.shipped, score.verified) for score in scores_of(library)}
        assert expected == told
        for proof in library.folder.finished.glob("*.proof"):
            proof.unlink()


def test_a_line_without_a_proof_says_nothing_of_where_its_rules_are(library: SqliteStore) -> None:
    """Its title is what somebody wrote."""
    change(ended(library).folder.scores, "UPDATE scores SET score = score + 1")

    assert [("", None)] == [(score.ruleset, score.shipped) for score in scores_of(library)]


def test_a_proof_outlives_the_rules_of_the_game(library: SqliteStore, tmp_path: pathlib.Path) -> None:
    """It was found out by them, and the file is the same."""
    place = own_rules(tmp_path / "mine")
    library = SqliteStore(library.folder, load_ruleset)
    finish(begun(library, game=(place, SHORT[1])))
    shutil.rmtree(place)

    assert [True] == [score.verified for score in scores_of(library)]


@pytest.mark.parametrize("is_forged", [False, True])
def test_a_game_played_on_by_other_rules_is_unverified(
    library: SqliteStore, tmp_path: pathlib.Path, *, is_forged: bool
) -> None:
    """Its notice says that its replay ends there, and a snapshot that denies it is no witness."""
    place = own_rules(tmp_path / "mine")
    library = SqliteStore(library.folder, load_ruleset)
    begun(library, game=(place, SHORT[1])).step(3).quit()
    own_rules(tmp_path / "mine", "[player]\nstats = { damage = 6 }\n")
    if is_forged:
        path, other = library.folder.game("kim"), load_ruleset(place).fingerprint
        with read(path) as saved:
            seal = sealed(saved.link(3), 3, saved.snapshot(3).digest, other)
        change(path, "UPDATE snapshots SET fingerprint = ?, seal = ? WHERE number = 3", other, seal)
    finish(resumed(library))
    own_rules(tmp_path / "mine")

    assert [False] == [score.verified for score in scores_of(SqliteStore(library.folder, load_ruleset))]


def test_a_difference_is_found_out_once(library: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line and a file that claim the same, which its commands do not give; and without rules it costs nothing."""
    path = ended(library).folder.finished / "kim-0001.game"
    with read(path) as saved:
        (number, note), link = saved.annotations()[-1], saved.link(saved.last()[0])
    text = json.dumps({**note, "turn": note["turn"] + 1})
    change(path, "UPDATE annotations SET note = ?, seal = ?", text, sealed(link, number, text))
    change(library.folder.scores, "UPDATE scores SET turn = turn + 1")

    assert [False] == verified(library)
    with no_command_performed(monkeypatch):
        assert [False] == verified(library)
        assert [False] == [score.verified for score in scores_of(SqliteStore(library.folder, _no_rules))]


def _no_rules(_: str) -> RuleSet:
    raise ContentError("there are none.")


def test_nobody_else_may_read_the_key(library: SqliteStore) -> None:
    """A person who has it can prove anything."""
    ended(library)

    assert 0o600 == library.folder.key.stat().st_mode & 0o777
    assert 32 == library.folder.key.stat().st_size


def test_a_score_of_a_spoiled_game_is_verified_as_spoiled(library: SqliteStore) -> None:
    """Both are true of it."""
    begun(library, game=SHORT).step(3).quit()
    spoil(library.folder, record_of(library.folder, "kim"))
    finish(resumed(library))

    assert [(True, True)] == [(score.spoiled, score.verified) for score in scores_of(library)]
