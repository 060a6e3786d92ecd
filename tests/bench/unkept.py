"""The whole program, but for the store: its games are kept nowhere. `python -m tests.bench.unkept ARGUMENTS...`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import attrs

from roguelike import cli
from roguelike.content.loader import load_ruleset
from roguelike.engine.game import Game, new_game
from roguelike.store.sqlite import library

if TYPE_CHECKING:
    from collections.abc import Iterator


@attrs.define
class UnkeptPlay:
    """A game of which nothing is written down."""

    game: Game
    name: str
    notices: tuple[()] = ()
    messages: tuple[()] = ()

    def catch_up(self) -> Iterator[list[object]]:
        """Do nothing: nothing was done before."""
        return iter(())

    def finish(self, _: object) -> str:
        """Return some key."""
        return f"{self.name}-0001"

    def append(self, *_: object) -> None:
        """Append a command."""

    def close(self, *_: object) -> None:
        """End it."""

    release = close


class UnkeptGames:
    """New games, and no others."""

    def __init__(self, *_: object) -> None:
        """Need nothing of what a library needs."""

    def begin(self, name: str, rules: str, seed: int, **_: bool) -> UnkeptPlay:
        """Begin a game, and leave one of that name as it is."""
        return UnkeptPlay(new_game(load_ruleset(rules), seed), name)


if __name__ == "__main__":
    library.Library = UnkeptGames  # type: ignore[assignment,misc]
    sys.exit(cli.main())
