"""What is recorded of a game, as plain values, and how it is chained and sealed; nothing in here does any I/O."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, Final

from roguelike.classes import frozen
from roguelike.engine.plain import Plain
from roguelike.engine.snapshot import digest_of
from roguelike.store.limits import HIGHEST_SEED
from roguelike.store.values import packed, parsed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roguelike.engine.state.world import World

ABOUT: Final = (
    *("begun", "dice", "engine", "fingerprint", "id", "name"),
    *("program", "rules", "ruleset", "seed", "version"),
)
"""What is told of every game, as texts; `dice` is empty where the seed alone makes the game."""
OUTCOMES: Final = ("died", "won", "abandoned")
LATEST: Final = 1 << 53
"""Milliseconds of play."""
MOST_COMMANDS: Final = 200_000
"""Of one game: days of play. Without a limit, a file could grow until it is too large to be read."""
MOST_TURNS: Final = 10**9
DIGEST: Final = 32
"""The length of digests, fingerprints, links and seals, in hexadecimal digits."""
LEAD: Final = 60
"""Commands before the moment at which one comes to a game that are performed again, for the message log."""

A_KILL: Final = 10
A_VICTORY: Final = 100

_LONGEST_COMMAND: Final = 100
"""Characters of a command."""
_SINCE_FORMAT_2: Final = ("dice", "engine")
"""Empty in games of older formats, whose chains begin without them."""
_ENCODE: Final = json.JSONEncoder(separators=(",", ":")).encode
"""One for all: the long games have thousands of links, and to make one takes longer than to write a link."""


class Damage(Exception):
    """Something is not as it was written; says what, in a few words."""


@frozen
class Row:
    """One command of a game."""

    number: int
    """From 1."""
    command: Any
    """As plain data."""
    turn: int
    """Of the world in which it is done."""
    at: int
    """Milliseconds of play."""
    before: str
    """The digest of that world."""


def chained(before: str, *parts: Any) -> str:  # noqa: ANN401 -- plain values
    """Return the next link of a chain: a hash of the link before and of what is added."""
    text = _ENCODE([before, *parts])
    return hashlib.blake2b(text.encode(), digest_size=DIGEST // 2).hexdigest()


def first_link(about: Mapping[str, str]) -> str:
    """Return the link that a game's chain begins with."""
    return chained("", sorted((key, text) for key, text in about.items() if text or key not in _SINCE_FORMAT_2))


def next_link(link: str, row: Row) -> str:
    """Return the link of a command, which follows from the one before."""
    return chained(link, row.number, row.command, row.turn, row.at, row.before)


def authenticated(key: bytes, *parts: object) -> str:
    """Return what nobody can make up about some plain values who does not know the key."""
    return hashlib.blake2b(_ENCODE(parts).encode(), digest_size=DIGEST // 2, key=key).hexdigest()


def witness(key: bytes, link: str, digest: str, fingerprint: str, *, unspoiled: bool) -> str:
    """Return what shows that a world came of the commands up to a link, by the rules of that fingerprint.

    It also shows that the game was `unspoiled` so far, or that this is not known. It shows that to whoever has the
    key; it is empty without one.
    """
    return authenticated(key, "witness", link, digest, fingerprint, unspoiled) if key else ""


def sealed(link: str, *parts: object) -> str:
    """Return what shows that something was written down just after that link of the chain."""
    return chained(link, "sealed", *parts)


def snapshot_row(
    plain: Mapping[str, Any], fingerprint: str, number: int, link: str, key: bytes = b"", *, unspoiled: bool = False
) -> tuple[Any, ...]:
    """Return the values of a snapshot, taken after so many commands by the rules of that fingerprint.

    With the `key` it is witnessed: whoever has that knows that the commands were performed.
    """
    told = (digest_of(plain), fingerprint)
    seen = witness(key, link, *told, unspoiled=unspoiled)
    return (number, *told, sealed(link, number, *told), seen, packed(plain))


def read_row(number: int, values: tuple[Any, ...], known: dict[str, Any]) -> tuple[Row, str]:
    """Return the command of that number and its link from the values of a table.

    `known` are the commands by their texts, of which long games have a few each.

    Raises:
        Damage: they are none.
    """
    found, command, turn, at, before, chain = values
    if found != number:
        raise Damage(f"command {number} is missing")
    if not (
        _is_text(command, _LONGEST_COMMAND)
        and _is_whole(turn, MOST_TURNS)
        and _is_whole(at, LATEST)
        and _is_text(before, DIGEST)
        and _is_text(chain, DIGEST)
    ):
        raise Damage(f"command {number} is not what was written")
    try:
        if command not in known:
            known[command] = parsed(command)
    except (ValueError, RecursionError):
        raise Damage(f"command {number} is not what was written") from None
    return Row(number, known[command], turn, at, before), chain


def seed_of(about: Mapping[str, str]) -> int:
    """Return the seed of a game's levels, and of its chance where it has no dice."""
    return int(about["seed"])


def dice_of(about: Mapping[str, str]) -> int | None:
    """Return the secret that a game's chance was made from; None where that was its seed."""
    return int(about["dice"]) if about["dice"] else None


def engine_of(about: Mapping[str, str]) -> int:
    """Return the version of the engine that recorded a game, 0 where that was not told yet."""
    return int(about["engine"]) if about["engine"] else 0


def are_numbers_good(about: Mapping[str, str]) -> bool:
    """Return whether seed, dice and engine are numbers that can be meant."""
    return (
        is_number(about["seed"], HIGHEST_SEED)
        and (not about["dice"] or is_number(about["dice"], HIGHEST_SEED))
        and (not about["engine"] or is_number(about["engine"], MOST_TURNS))
    )


def is_number(digits: str, highest: int) -> bool:
    """Return whether a text is a whole number from 0 to `highest`, in digits alone."""
    return digits.isascii() and digits.isdigit() and len(digits) <= len(str(highest)) and int(digits) <= highest


def score_of(world: World) -> int:
    """Return the score of a game: ten a kill, and for a victory a hundred and the hit points that are left."""
    victory = A_VICTORY + world.player.hit_points if world.outcome == "won" else 0
    return A_KILL * kills_of(world) + victory


def kills_of(world: World) -> int:
    """Return how many monsters the player killed."""
    return sum(world.tally.kills.values())


def turn_of(plain: Mapping[str, Any]) -> int:
    """Return the turn of a snapshot of any format.

    Raises:
        BadPlain: it tells none.
    """
    world = plain.get("world", plain)
    return Plain(world.get("turn", 0) if isinstance(world, dict) else None, "turn").whole(0, MOST_TURNS)


def _is_whole(value: object, most: int) -> bool:
    return type(value) is int and 0 <= value <= most


def _is_text(value: object, longest: int) -> bool:
    return isinstance(value, str) and len(value) <= longest
