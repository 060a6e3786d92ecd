"""Fresh games: their seeds, and the secret dice from which their chance is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.game import new_game
from roguelike.play.morgue import morgue_builder
from roguelike.store.limits import MAX_SEED
from roguelike.store.portable import lines, read_portable
from roguelike.store.records import dice_of, is_seeded, seed_of
from roguelike.store.replay import Differs, Replay
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.importing import import_game
from roguelike.store.sqlite.lookup import open_replay, record_of
from roguelike.store.verify import verify
from roguelike.ui.last_screen import last_screen
from tests.store.library_fixtures import Playing, known_rules, library_in

if TYPE_CHECKING:
    from pathlib import Path

    from roguelike.store.kept.store import KeptStore
    from roguelike.store.kept.stored_game import StoredGame

RULES = known_rules("classic")


def begun_fresh(store: KeptStore, monkeypatch: pytest.MonkeyPatch, *bits: int) -> StoredGame:
    """Begin a game without a seed, where chance gives dice and seed in that order."""
    given = iter(bits)
    with monkeypatch.context() as patched:
        patched.setattr("roguelike.store.kept.store.random_bits", lambda: next(given))
        return store.begin("kim", "classic")


def test_fresh_seeds_and_dice_have_64_bits(store: KeptStore) -> None:
    """Of 32 games one in four thousand million has none above 2^32; seeds of 32 bits can all be tried."""
    seeds, dice = [], []
    for _ in range(32):
        play = store.begin("kim", "classic", sets_aside=store.rows.has("kim"))
        seeds.append(seed_of(play.about))
        dice.append(dice_of(play.about) or 0)
        play.release()

    assert 64 == len({*seeds, *dice})
    assert 1 << 32 < max(seeds) <= MAX_SEED
    assert 1 << 32 < max(dice) <= MAX_SEED


def test_a_seed_that_was_asked_for_is_all_there_is(store: KeptStore) -> None:
    """Whoever types it again gets the same game."""
    play = store.begin("kim", "classic", 7)

    assert dice_of(play.about) is None
    assert new_game(RULES, 7).digest() == play.game.digest()
    play.release()


def test_a_game_from_before_there_were_dice_counts_as_not_seeded() -> None:
    """Nobody knows whether its seed was chosen."""
    assert is_seeded({"dice": "", "engine": "2"})
    assert not is_seeded({"dice": "7", "engine": "2"})
    assert not is_seeded({"dice": "", "engine": ""})


def test_the_dice_of_a_fresh_game_are_its_own(store: KeptStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seed is shown at the end: a person who knows the level by then must not be able to predict the dice."""
    play = begun_fresh(store, monkeypatch, 5, 7)
    by_seed, by_dice = new_game(RULES, 7), new_game(RULES, 7, dice=5)

    assert by_dice.digest() == play.game.digest() != by_seed.digest()
    assert by_seed.world.level.terrain == by_dice.world.level.terrain
    assert [(a.kind, a.at) for a in by_seed.world.level.actors] == [(a.kind, a.at) for a in by_dice.world.level.actors]
    play.release()


@pytest.mark.parametrize("bits", [(0, MAX_SEED), (MAX_SEED, 0), (1 << 63, 1)])
def test_dice_are_carried_and_used_wherever_the_game_is_played_again(
    bits: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Loading without any snapshot, replaying, exporting, importing."""
    library = library_in(tmp_path / "there")
    Playing(begun_fresh(library, monkeypatch, *bits)).step(130).quit()
    exported = tmp_path / "carried.jsonl"
    exported.write_text("".join(lines(record_of(library.folder, "kim"))), encoding="ascii")
    here = library_in(tmp_path / "here")
    import_game(here.folder, Replay(read_portable(exported), RULES), "kim", "classic", morgue_builder(last_screen))

    verdicts = [verify(open_replay(each.folder, "kim", known_rules)) for each in (library, here)]
    assert verdicts[0] == verdicts[1]
    again = Playing(here.resume("kim"))
    assert (bits[0], verdicts[0].digest) == (dice_of(again.play.about), again.digest)
    again.quit()


def test_other_dice_are_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are a part of what was recorded."""
    library = library_in(tmp_path)
    Playing(begun_fresh(library, monkeypatch, 5, 7)).step(130).quit()
    record = record_of(DataFolder(tmp_path), "kim")

    for dice in ("6", ""):
        with pytest.raises(Differs):
            verify(Replay(attrs.evolve(record, path=tmp_path / "x.jsonl", about={**record.about, "dice": dice}), RULES))
