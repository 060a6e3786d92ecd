"""Games on disk that a policy has played, for tests of what is done with them."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unittest import mock

from roguelike.autoplay import POLICIES, POLICY_STREAM
from roguelike.content.loader import load_ruleset
from roguelike.engine.observation import observe
from roguelike.engine.rng import PCG32, stream_seed
from roguelike.play.morgue import build_morgue
from roguelike.play.perspective import Perspective
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.sqlite_store import SqliteStore
from roguelike.ui.last_screen import last_screen

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from roguelike.engine.commands import Command
    from roguelike.engine.state.world import World

DIES = 4
"""The seed of a game by `classic` in which `random` dies after 170 commands; with seed 1 it lives for a long time.

If its player chose the seed, it dies after 169.
"""
DICE = 54
"""What is added to the seed of a game for its dice seed."""


def keep_game(
    root: Path,
    name: str = "alice",
    *,
    seed: int = 1,
    commands: int = 250,
    rules: str = "classic",
    seeded: bool = False,
) -> Perspective:
    """Play a game in a data folder as a session does, for `commands` commands or until it is over; returns its end.

    `seeded` games have a chosen seed: the levels are the same, the dice of play differ.
    """
    library = SqliteStore(DataFolder(root), load_ruleset)
    with mock.patch("roguelike.store.kept.store.random_bits", side_effect=[seed + DICE, seed]):
        play = library.begin(name, rules, seed if seeded else None)
    perspective = Perspective(play.game, name, seeded=seeded)
    perspective.take_events()
    choose = bot(seed)
    for _ in range(commands):
        command = choose(play.game.world)
        play.append(command)
        perspective.retell(play.game.play(command))
        if play.game.outcome is not None:
            break
    if play.game.outcome is not None:
        play.finish(build_morgue(perspective, last_screen))
    play.close()
    return perspective


def bot(seed: int) -> Callable[[World], Command]:
    """Return what chooses the commands of a game with that seed."""
    policy = POLICIES["random"](PCG32(stream_seed(seed, POLICY_STREAM)))
    return lambda world: policy.choose(observe(world))


def files(root: Path) -> dict[str, bytes]:
    """Return the contents of a folder's files, by their paths in it, except locks and the key, which are no games'."""
    found = (path for path in root.rglob("*") if path.is_file() and path.suffix not in {".lock", ".key"})
    return {str(path.relative_to(root)): path.read_bytes() for path in found}
