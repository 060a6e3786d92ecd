"""The journal of a game: every command is committed and synced before it is performed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from roguelike.engine.commands.plain import encode
from roguelike.engine.snapshot import snapshot
from roguelike.store.errors import StoreError, abridged
from roguelike.store.records import MAX_COMMAND, MAX_COMMANDS, Row, first_link, next_link, sealed, snapshot_row

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roguelike.engine.commands import Command
    from roguelike.engine.state.world import World
    from roguelike.store.kept.rows import HeldGame

EVERY: Final = 100
"""Commands between two snapshots."""


class Journal:
    """Writes one held game: its chained commands, snapshots and annotations."""

    def __init__(self, held: HeldGame, number: int, chain: str, at: int, key: bytes = b"") -> None:
        """Continue a game after `number` commands.

        `key` is the store's key if all commands are known to have been performed here: snapshots then get a witness.
        """
        self.held = held
        self.key = key
        self.unspoiled = False
        """Whether the key proves that the game was begun here and has never been inspected."""
        self.number = number
        """Commands in the journal."""
        self.at = at
        """Milliseconds of play at the last of them."""
        self.snapshot_number = -1
        """The command number of the newest snapshot; -1 while unknown."""
        self._chain = chain

    @classmethod
    def begin(cls, held: HeldGame, about: Mapping[str, str], world: World, key: bytes) -> Journal:
        """Create a new game, with its first snapshot.

        Raises:
            StoreError: it cannot be created; nothing is left of it.
        """
        link = first_link(about)
        held.begin(about, snapshot_row(snapshot(world), world.ruleset.fingerprint, 0, link, key, unspoiled=True))
        journal = cls(held, 0, link, 0, key)
        journal.snapshot_number, journal.unspoiled = 0, True
        return journal

    def append(self, command: Command, at: int, before: str, world: World) -> None:
        """Append the command that is performed next; it is durable when this returns.

        `before` is the digest of `world` before the command; every `EVERY` commands a snapshot of that world is added.

        Raises:
            StoreError: the transaction failed and was rolled back.
        """
        if self.number >= MAX_COMMANDS:
            raise StoreError(f"{abridged(self.held.place)} is full: a game has {MAX_COMMANDS} commands at most.")
        plain = encode(command)
        text = json.dumps(plain, separators=(",", ":"))
        if len(text) > MAX_COMMAND:
            raise StoreError(f"{abridged(self.held.place)} cannot hold a command of {len(text)} characters.")
        number = self.number + 1
        chain = next_link(self._chain, Row(number, plain, world.turn, at, before))
        with self.held.transaction():
            if self.number and self.number % EVERY == 0:
                self._insert_snapshot(world)
            self.held.add_command((number, text, world.turn, at, before, chain))
        self.number, self.at, self._chain = number, at, chain

    def put_snapshot(self, world: World, note: Mapping[str, Any] | None = None) -> None:
        """Add a snapshot of the world, and optionally an annotation, in one transaction.

        Raises:
            StoreError: the transaction failed and was rolled back.
        """
        with self.held.transaction():
            self._insert_snapshot(world)
            if note is not None:
                self.annotate(note)

    def annotate(self, note: Mapping[str, Any]) -> None:
        """Add an annotation about the game itself, as plain data."""
        text = json.dumps(dict(note))
        with self.held.transaction():
            self.held.add_annotation((self.number, text, sealed(self._chain, self.number, text)))

    def _insert_snapshot(self, world: World) -> None:
        told = (world.ruleset.fingerprint, self.number, self._chain, self.key)
        self.held.add_snapshot(snapshot_row(snapshot(world), *told, unspoiled=self.unspoiled))
        self.snapshot_number = self.number
