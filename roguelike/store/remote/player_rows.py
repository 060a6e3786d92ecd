"""The data of the player whose seat a session holds, and the scores and finished games of all players."""

from __future__ import annotations

import contextlib
import datetime as dt
import pathlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from roguelike.classes import define, frozen
from roguelike.store.errors import StoreError
from roguelike.store.kept.rows import ScoreGroup
from roguelike.store.listings import ScoreLine
from roguelike.store.remote.clerk_link import ClerkLink
from roguelike.store.remote.games import GameInDatabase, HeldInDatabase
from roguelike.store.remote.wire import Message

if TYPE_CHECKING:
    from roguelike.store.kept.rows import TextKind


@define
class DatabaseScores:
    """The scores of all players; every method may raise `StoreError`."""

    link: ClerkLink
    held: HeldInDatabase | None = None
    """The game that ends now, whose score is written with it."""

    def add(self, key: str, score: ScoreLine) -> None:  # noqa: ARG002 -- the game knows its id
        """Set the score of the game that ends next."""
        if self.held is None:
            raise ValueError("a score without a game")
        told = attrs.asdict(score)
        self.held.score = {**told, "when": score.when.isoformat(), "seed": str(score.seed), "feats": list(score.feats)}

    def best(self) -> dict[str, ScoreLine]:
        """Return the best scores by the ids of their games."""
        return {key: _score(row) for key, row in self.link.ask("best")}

    def one(self, key: str) -> ScoreLine | None:
        """Return the score of the game with that id, if there is one."""
        row = self.link.ask("score", id=key)
        return None if row is None else _score(row)

    def groups(self, name: str, score: int) -> list[ScoreGroup]:
        """Count the scores by title, board and edition, relative to a `score` of the player `name`."""
        return [ScoreGroup(*row) for row in self.link.ask("groups", name=name, score=score)]

    def count(self, name: str) -> int:
        """Return the number of scores of a player, or of all players for an empty `name`."""
        return int(self.link.ask("count", name=name))


@frozen
class DatabaseRows:
    """The games, texts and scores of the player whose seat the link holds; most methods may raise `StoreError`."""

    link: ClerkLink
    read_key: Callable[[], bytes]
    """Reads the key that authenticates snapshots and proofs."""
    scores: DatabaseScores = attrs.field(default=attrs.Factory(lambda self: DatabaseScores(self.link), takes_self=True))

    def names(self) -> list[str]:
        """Return the name of the game in progress, if there is one."""
        return [game["name"] for game in self._in_progress()]

    def has(self, name: str) -> bool:
        """Return whether there is a game in progress."""
        return name in self.names()

    def game(self, name: str) -> GameInDatabase:
        """Return the game in progress of that name."""
        found = next((game for game in self._in_progress() if game["name"] == name), None)
        if found is None:
            raise StoreError(f"{name} has no game in progress.")
        return GameInDatabase(self.link, found)

    def hold(self, name: str) -> HeldInDatabase:
        """Return the game for writing; each write checks the token of the seat."""
        self.scores.held = HeldInDatabase(self.link, name)
        return self.scores.held

    def being_played(self, name: str) -> str:  # noqa: ARG002 -- the seat is ours
        """Return an empty text: only the holder of the seat can play."""
        return ""

    def put_unreadable(self, name: str) -> pathlib.Path:
        """Set an unreadable game aside, and return its key."""
        return pathlib.Path(self.link.ask("put_unreadable", game=self.game(name).number))

    def finished_key(self, name: str, wanted: str) -> str:
        """Return the key under which a game is to be archived."""
        return str(self.link.ask("finished_key", name=name, wanted=wanted))

    def unseen(self, name: str) -> Sequence[GameInDatabase]:
        """Return the finished games of a name whose end is unseen."""
        return [GameInDatabase(self.link, game) for game in self.link.ask("unseen", name=name)]

    def mark_seen(self, key: str) -> None:
        """Note that the end of a finished game was shown; never raises."""
        with contextlib.suppress(StoreError):
            self.link.ask("see_end", key=key)

    def finished(self) -> Sequence[GameInDatabase]:
        """Return the finished games of the player, by name and then in the order in which they ended."""
        found: list[Message] = []
        while games := self.link.ask("finished", after=found[-1]["game"] if found else 0):
            found += games
        return [GameInDatabase(self.link, game) for game in sorted(found, key=lambda game: _order(game["key"]))]

    def newest(self, most: int) -> Sequence[GameInDatabase]:
        """Return the newest finished games of all players, the latest first."""
        return [GameInDatabase(self.link, game) for game in self.link.ask("newest", most=most)]

    def finished_game(self, key: str) -> GameInDatabase | None:
        """Return the finished game of that key, the player's own first; None if there is none."""
        game = self.link.ask("finished_game", key=key)
        return None if game is None else GameInDatabase(self.link, game)

    @property
    def board(self) -> DatabaseRows:
        """The rows with the scores of all: these."""
        return self

    def others(self) -> Sequence[OthersRows]:
        """Return the finished games of the other players that are among the best scores."""
        ranked: dict[int, list[Message]] = {}
        for game in self.link.ask("ranked"):
            ranked.setdefault(game["account"], []).append(game)
        return [OthersRows(self, account, games) for account, games in ranked.items()]

    def key(self) -> bytes:
        """Return the secret key; empty if it cannot be used."""
        return self.read_key()

    def text(self, kind: TextKind, name: str) -> bytes | None:
        """Return the beginning of a text; None if there is none."""
        found = self.link.ask("text", kind=kind.name, name=name)
        return str(found).encode()[: kind.most] if found else None

    def put_text(self, kind: TextKind, name: str, text: str) -> None:
        """Replace a text; an empty one stays, and counts as missing."""
        kind.check(text)
        self.link.ask("put_text", kind=kind.name, name=name, text=text)

    def _in_progress(self) -> Sequence[Message]:
        games: Sequence[Message] = self.link.ask("in_progress")
        return games


@frozen
class GuestRows(DatabaseRows):
    """The scores and finished games of all players for a guest, who has no seat and writes nothing."""

    def put_text(self, kind: TextKind, name: str, text: str) -> None:
        """Do nothing: a guest's cached results are discarded."""


@frozen
class OthersRows:
    """The finished games of another player that are among the best scores, with their proofs.

    This session stores its results about them as texts of its own player.
    """

    rows: DatabaseRows
    account: int
    games: Sequence[Message]
    """The games as the clerk describes them."""

    def finished(self) -> Sequence[GameInDatabase]:
        """Return the games."""
        return [GameInDatabase(self.rows.link, game) for game in self.games]

    def key(self) -> bytes:
        """Return the secret key; empty if it cannot be used."""
        return self.rows.key()

    def text(self, kind: TextKind, name: str) -> bytes | None:
        """Return the proof of the game with that key; None if there is none."""
        found = next((game["proof"] for game in self.games if game["key"] == name), None)
        return str(found).encode()[: kind.most] if found else None

    def put_text(self, kind: TextKind, name: str, text: str) -> None:
        """Replace the proof of the game with that key."""
        self.rows.put_text(kind, f"{self.account}/{name}", text)


def _order(key: str) -> tuple[str, int]:
    name, _, number = key.rpartition("-")
    return name, int(number) if number.isdigit() else 0


def _score(row: Message) -> ScoreLine:
    told: dict[str, Any] = {**row, "when": dt.datetime.fromisoformat(row["when"]), "seed": int(row["seed"])}
    return ScoreLine(**{**told, "feats": tuple(row["feats"])})
