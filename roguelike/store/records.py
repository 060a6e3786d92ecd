"""Recorded commands and snapshots as plain values, with their hash chain and seals; no I/O."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, Final

from roguelike.classes import frozen
from roguelike.engine.digests import digest_of
from roguelike.engine.kinds.limits import DEEPEST
from roguelike.engine.plain import Plain
from roguelike.store.limits import MAX_SEED
from roguelike.store.values import packed, parsed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

ABOUT: Final = (
    *("begun", "dice", "engine", "fingerprint", "id", "name"),
    *("program", "rules", "ruleset", "seed", "version"),
)
"""The metadata of every game, as texts; `dice` is empty where the seed alone determines the game."""
ABANDONED: Final = "abandoned"
OUTCOMES: Final = ("died", "won", ABANDONED)
LATEST: Final = 1 << 53
"""Milliseconds of play."""
MAX_COMMANDS: Final = 200_000
"""Maximum commands of a game: days of play. Without a limit, a file could grow too large to be read."""
MAX_COMMAND: Final = 1000
"""Maximum characters of a command as ASCII JSON: a label of the widest characters, or a drop of a full inventory."""
MAX_TURNS: Final = 10**9
DIGEST: Final = 32
"""The length of digests, fingerprints, chain links and seals, in hexadecimal digits."""
LEAD: Final = 60
"""Commands before the current one that are performed again on loading, to refill the message log."""

_SINCE_FORMAT_2: Final = ("dice", "engine")
"""Metadata that older formats lack, whose chains begin without them."""
_ENCODE: Final = json.JSONEncoder(separators=(",", ":")).encode
"""Shared: a new encoder for each link would cost more than the link, and long games have thousands."""


class Damage(Exception):
    """Stored data fails a check; the text says which, in a few words."""


@frozen
class Row:
    """One command of a game."""

    number: int
    """Number of the command, from 1."""
    command: Any
    """The command as plain data."""
    turn: int
    """Turn of the world before the command."""
    at: int
    """Milliseconds of play."""
    before: str
    """The digest of the world before the command."""


def chained(before: str, *parts: Any) -> str:  # noqa: ANN401 -- plain values
    """Return the next link of a hash chain: the hash of the previous link and the new values."""
    text = _ENCODE([before, *parts])
    return hashlib.blake2b(text.encode(), digest_size=DIGEST // 2).hexdigest()


def first_link(about: Mapping[str, str]) -> str:
    """Return the first link of a game's hash chain, the hash of its metadata."""
    return chained("", sorted((key, text) for key, text in about.items() if text or key not in _SINCE_FORMAT_2))


def next_link(link: str, row: Row) -> str:
    """Return the link of a command, computed from the link before it."""
    return chained(link, row.number, row.command, row.turn, row.at, row.before)


def authenticated(key: bytes, *parts: object) -> str:
    """Return a message authentication code (keyed BLAKE2b) of plain values."""
    return hashlib.blake2b(_ENCODE(parts).encode(), digest_size=DIGEST // 2, key=key).hexdigest()


def witness(key: bytes, link: str, digest: str, fingerprint: str, *, unspoiled: bool) -> str:
    """Return a code that proves, with the key, that the commands up to `link` led to a world; empty without a key.

    It covers the fingerprint of the rules, and whether the game is known to be `unspoiled` so far.
    """
    return authenticated(key, "witness", link, digest, fingerprint, unspoiled) if key else ""


def sealed(link: str, *parts: object) -> str:
    """Return a hash that binds values to their place in the chain, just after `link`."""
    return chained(link, "sealed", *parts)


def snapshot_row(
    plain: Mapping[str, Any], fingerprint: str, number: int, link: str, key: bytes = b"", *, unspoiled: bool = False
) -> tuple[Any, ...]:
    """Return the database row of a snapshot, taken after `number` commands.

    With a `key` it gets a witness: proof to the holder of the key that the commands were performed.
    """
    told = (digest_of(plain), fingerprint)
    seen = witness(key, link, *told, unspoiled=unspoiled)
    return (number, *told, sealed(link, number, *told), seen, packed(plain))


def read_row(number: int, values: tuple[Any, ...], known: dict[str, Any]) -> tuple[Row, str]:
    """Return command `number` and its chain link from a database row.

    `known` caches the decoded commands by their texts: long games repeat few different ones.

    Raises:
        Damage: the row is not valid.
    """
    found, command, turn, at, before, chain = values
    if found != number:
        raise Damage(f"command {number} is missing")
    if not (
        _is_text(command, MAX_COMMAND)
        and _is_whole(turn, MAX_TURNS)
        and _is_whole(at, LATEST)
        and _is_text(before, DIGEST)
        and _is_text(chain, DIGEST)
    ):
        raise Damage(f"command {number} was altered")
    try:
        if command not in known:
            known[command] = parsed(command)
    except (ValueError, RecursionError):
        raise Damage(f"command {number} was altered") from None
    return Row(number, known[command], turn, at, before), chain


def seed_of(about: Mapping[str, str]) -> int:
    """Return the seed of a game's levels, and of its play stream where it has no dice seed."""
    return int(about["seed"])


def dice_of(about: Mapping[str, str]) -> int | None:
    """Return the secret seed of a game's play stream; None where the game seed is used."""
    return int(about["dice"]) if about["dice"] else None


def is_seeded(about: Mapping[str, str]) -> bool:
    """Return whether the player chose the seed; False for older games that do not record it."""
    return bool(about["engine"]) and not about["dice"]


def identity_of(about: Mapping[str, str], commands: Iterable[Any]) -> str:
    """Return the identity of a game: a hash of its rules, seed, dice seed and commands.

    Its name, dates and `id` are unverified claims of the file, and do not count.
    """
    seed, dice = seed_of(about), dice_of(about)
    return chained("", "game", about["fingerprint"], seed, seed if dice is None else dice, list(commands))


def edition_of(about: Mapping[str, str]) -> int:
    """Return the edition of the rules with which a game began; 0 if its file has none."""
    return int(about["version"]) if is_number(about["version"], MAX_TURNS) else 0


def engine_of(about: Mapping[str, str]) -> int:
    """Return the version of the engine that recorded a game; 0 if its file has none."""
    return int(about["engine"]) if about["engine"] else 0


def header_fault(about: Mapping[str, str]) -> str:
    """Return a clause about an invalid seed, dice seed or engine version of a game; "" if they are valid."""
    if not _are_numbers_good(about):
        return "its header is damaged"
    # A chosen seed has no dice seed. Claiming the seed itself replays alike, and would hide that it was chosen.
    return "its dice equal its seed, which no game's do" if dice_of(about) == seed_of(about) else ""


def _are_numbers_good(about: Mapping[str, str]) -> bool:
    """Return whether seed, dice seed and engine version are numbers within their bounds."""
    return (
        is_number(about["seed"], MAX_SEED)
        and (not about["dice"] or is_number(about["dice"], MAX_SEED))
        and (not about["engine"] or is_number(about["engine"], MAX_TURNS))
    )


def is_number(digits: str, highest: int) -> bool:
    """Return whether a text is a whole number from 0 to `highest`, in ASCII digits."""
    return digits.isascii() and digits.isdigit() and len(digits) <= len(str(highest)) and int(digits) <= highest


def killed_by(killer: str, means: str, *, own: bool) -> str:
    """Return what killed the player, like "troll" or "your own fireball", from the fields of a tally; "" if unknown."""
    if own:
        return f"your own {means}" if means else "yourself"
    return killer or means


def turn_of(plain: Mapping[str, Any]) -> int:
    """Return the turn of a snapshot of any format.

    Raises:
        BadPlain: it has none, or an invalid one.
    """
    return Plain(_field(plain, "turn", 0), "turn").integer(0, MAX_TURNS)


def depth_of(plain: Mapping[str, Any]) -> int:
    """Return the level of a snapshot; 1 if the game has one level.

    Raises:
        BadPlain: it has none, or an invalid one.
    """
    return Plain(_field(plain, "depth", 1), "depth").integer(1, DEEPEST)


def _field(plain: Mapping[str, Any], name: str, usual: int) -> object:
    """Return a field of the world in a snapshot of any format."""
    world = plain.get("world", plain)
    return world.get(name, usual) if isinstance(world, dict) else None


def _is_whole(value: object, most: int) -> bool:
    return type(value) is int and 0 <= value <= most


def _is_text(value: object, longest: int) -> bool:
    return isinstance(value, str) and len(value) <= longest
