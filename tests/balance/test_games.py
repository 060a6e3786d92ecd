"""Games that are kept, and processes that play them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import pytest

from roguelike.autoplay import autoplay
from roguelike.balance import pool
from roguelike.balance.games import GamesFile, Judged, code_digest, open_games, play_one
from roguelike.balance.pool import GameFailed, play_all
from roguelike.balance.run import judge
from roguelike.balance.seeds import Seeds
from roguelike.store.errors import StoreError
from tests.balance.rows import row

if TYPE_CHECKING:
    from pathlib import Path

    from roguelike.engine.kinds.ruleset import RuleSet


@pytest.fixture
def judged(classic: RuleSet) -> Judged:
    """Return short games of classic."""
    return Judged("classic", classic.fingerprint, "c" * 32, "careful", (), 30)


def kept(folder: Path, judged: Judged, *seeds: int) -> Path:
    """Keep games of these seeds, and return the file."""
    with open_games(folder, judged) as file:
        for seed in seeds:
            file.add(row(seed))
        return file.path


def seeds_in(folder: Path, judged: Judged) -> list[int]:
    """Return the seeds of the games that are kept."""
    with open_games(folder, judged) as file:
        return list(file.rows)


def test_games_are_found_again(tmp_path: Path, judged: Judged) -> None:
    """Every field of their rows is read."""
    kept(tmp_path, judged, 1, 2)
    kept(tmp_path, judged, 3)

    with open_games(tmp_path, judged) as file:
        assert {seed: row(seed) for seed in (1, 2, 3)} == file.rows


@pytest.mark.parametrize(
    "other",
    [{"policy": "careless"}, {"without": ("doors",)}, {"turns": 31}, {"code": "d" * 32}, {"fingerprint": "e" * 32}],
)
def test_other_games_are_not_mistaken_for_them(tmp_path: Path, judged: Judged, other: dict[str, Any]) -> None:
    """Results are reused only if all parameters are equal."""
    kept(tmp_path, judged, 1)

    assert [] == seeds_in(tmp_path, attrs.evolve(judged, **other))


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path, judged: Judged) -> None:
    """A crash in the middle of writing costs one game."""
    path = kept(tmp_path, judged, 1, 2)
    path.write_bytes(path.read_bytes()[:-5])

    with open_games(tmp_path, judged) as file:
        assert file.torn
        assert [1] == list(file.rows)
    kept(tmp_path, judged, 3)
    assert [1, 3] == seeds_in(tmp_path, judged)


@pytest.mark.parametrize("line", [1, 2, 3])
def test_damage_is_reported_with_its_line(tmp_path: Path, judged: Judged, line: int) -> None:
    """One digit of a score is enough; nothing is overwritten."""
    path = kept(tmp_path, judged, 1, 2)
    lines = path.read_bytes().split(b"\n")
    lines[line - 1] = lines[line - 1].replace(b"0", b"1", 1)
    path.write_bytes(b"\n".join(lines))

    with pytest.raises(StoreError, match=f"is damaged in line {line}: delete it") as told:
        GamesFile(tmp_path, judged)

    assert 3 == told.value.code
    assert b"\n".join(lines) == path.read_bytes()


def test_two_runs_do_not_write_the_same_file(tmp_path: Path, judged: Judged) -> None:
    """The second one is refused, and the first goes on."""
    with open_games(tmp_path, judged) as file:
        with pytest.raises(StoreError, match="another process"):
            GamesFile(tmp_path, judged)
        file.add(row(1))

    assert [1] == seeds_in(tmp_path, judged)


def test_an_unwritable_folder_is_an_error(tmp_path: Path, judged: Judged) -> None:
    """The error is one sentence."""
    (tmp_path / "balance").write_text("in the way")

    with pytest.raises(StoreError, match="cannot be opened"):
        GamesFile(tmp_path, judged)


def test_several_processes_play_the_same_games_as_one(judged: Judged) -> None:
    """The order in which they come back does not matter."""
    one, many = ({game["seed"]: game for game in play_all(judged, range(5), jobs)} for jobs in (1, 3))

    assert one == many
    assert list(range(5)) == sorted(many)


def test_a_game_is_that_of_autoplay(classic: RuleSet, judged: Judged) -> None:
    """So any seed of a report can be looked at by itself."""
    (game,) = play_all(judged, [7], 1)

    assert autoplay(classic, 7, 30, "careful").digest == game["digest"]


def test_a_rule_set_that_changes_meanwhile_is_an_error(judged: Judged) -> None:
    """Its games would be others."""
    with pytest.raises(GameFailed, match="the rule set has changed"):
        list(play_all(attrs.evolve(judged, fingerprint="0" * 32), range(2), 2))


def test_a_failed_game_is_reported_with_its_seed(judged: Judged) -> None:
    """And no process is left."""
    with pytest.raises(GameFailed, match=r"seed [01]: KeyError: 'nobody'"):
        list(play_all(attrs.evolve(judged, policy="nobody"), range(2), 2))


def test_only_missing_games_are_played(
    tmp_path: Path, classic: RuleSet, judged: Judged, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that was stopped goes on, and a finished one is only printed again."""
    told: list[tuple[int, int]] = []
    played: list[int] = []

    def counted(judged: Judged, ruleset: RuleSet, seed: int) -> dict[str, object]:
        played.append(seed)
        return play_one(judged, ruleset, seed)

    monkeypatch.setattr(pool, "play_one", counted)
    for first, games in ((1, 2), (1, 4), (1, 4)):
        seeds = Seeds(first, games)
        judge(judged, classic, seeds, folder=tmp_path, jobs=1, progress=lambda _, done, of: told.append((done, of)))

    assert [1, 2, 3, 4] == played
    assert [(0, 2), (1, 2), (2, 2), (2, 4), (3, 4), (4, 4), (4, 4)] == told


def test_games_without_a_feature_are_compared_with_games_with_it(
    tmp_path: Path, classic: RuleSet, judged: Judged
) -> None:
    """On the same seeds, which are played as well where they are missing."""
    without = attrs.evolve(judged, without=("doors",))

    def report(judged: Judged) -> object:
        seeds = Seeds(1, 6)
        return judge(judged, classic, seeds, folder=tmp_path, jobs=1, progress=lambda *_: None).comparison

    assert report(without) is not None
    assert report(judged) is None
    assert 2 == len(list((tmp_path / "balance").iterdir()))


def test_the_code_is_known_by_its_sources() -> None:
    """The same wherever it is asked."""
    assert code_digest() == code_digest()
    assert 32 == len(code_digest())
