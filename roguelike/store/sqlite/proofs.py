"""Verified scores: each finished game is replayed once, and the result cached beside it.

The cache is authenticated with the key of the data folder, so that editing files cannot forge a proof.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import os
import secrets
import stat
from typing import TYPE_CHECKING, Any, Final

import attrs

from roguelike.classes import frozen
from roguelike.engine.plain import BadPlain, Plain
from roguelike.store.errors import StoreError
from roguelike.store.records import DIGEST, authenticated, kills_of, score_of
from roguelike.store.replay import Replay
from roguelike.store.sqlite.database import make_private, sync_folder
from roguelike.store.sqlite.folder import PROOF, read_small, write_text
from roguelike.store.sqlite.lookup import loaded, read_record, rules_of
from roguelike.store.values import parsed

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Callable

    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.store.listings import ScoreLine
    from roguelike.store.sqlite.folder import Folder

Facts = tuple[str, str, str, int, int, int, str, bool]
"""The fields of a score line, without the date."""

_KEY_BYTES: Final = 32
_MOST_BYTES: Final = 8192
_REMEMBERED: Final = ("file", "id", "facts", "rules", "seal")


@frozen
class Finding:
    """The result of replaying a finished game."""

    file: str
    """The digest of its file at that time."""
    id: str
    facts: Facts | None
    """The true fields of its score line; None where the replay failed or gives no score."""
    rules: str = ""
    """The fingerprint of the rules with which the replay failed: with others it may not."""


def facts_of(line: ScoreLine) -> Facts:
    """Return what a replay can confirm of a score line; the seed as text, since it may have 64 bits."""
    return (line.name, line.rules, line.outcome, line.score, line.turn, line.kills, str(line.seed), line.spoiled)


def key_of(folder: Folder) -> bytes:
    """Return the key of a data folder, created if it is missing; empty if it cannot be used."""
    for _ in range(2):
        try:
            key = read_small(folder.key, _KEY_BYTES + 1)
        except FileNotFoundError:
            _make_key(folder)
        except OSError:
            break
        else:
            return key if len(key) == _KEY_BYTES else b""
    return b""


def remember_proof(folder: Folder, game: pathlib.Path, key: str, line: ScoreLine) -> None:
    """Store that the score line of a finished game with the id `key` is true; never raises."""
    with contextlib.suppress(OSError):
        _remember(folder, game, Finding(_digest_of(game), key, facts_of(line)))


def proven_facts(folder: Folder, load_rules: Callable[[str], RuleSet]) -> set[tuple[str, Facts]]:
    """Return the proven facts of the finished games, with their ids; those without a cached result are replayed."""
    key, rules = key_of(folder), _Rules(load_rules)
    findings = (_look_into(folder, path, key, rules) for path in folder.finished_games())
    return {(found.id, found.facts) for found in findings if found is not None and found.facts is not None}


class _Rules:
    """A cache of rule sets by name."""

    def __init__(self, load_rules: Callable[[str], RuleSet]) -> None:
        self._load_rules = load_rules
        self._known: dict[str, RuleSet | None] = {}

    def __call__(self, name: str) -> RuleSet | None:
        """Return a rule set; None if it cannot be used."""
        if name not in self._known:
            self._known[name] = None
            with contextlib.suppress(StoreError):
                self._known[name] = loaded(self._load_rules, name)
        return self._known[name]


def _look_into(folder: Folder, game: pathlib.Path, key: bytes, rules: _Rules) -> Finding | None:
    """Return the cached or new result for a finished game; None if there is none."""
    try:
        file = _digest_of(game)
    except OSError:
        return None
    known = _remembered(game, key)
    if known is not None and known.file == file and (known.facts is not None or not known.rules):
        return known
    try:
        found = _replayed(folder, game, file, known, rules)
    except StoreError:
        return None  # it cannot be replayed here; that is cheap to find out again, and not cached
    if found is not known:
        _remember(folder, game, found)
    return found


def _replayed(folder: Folder, game: pathlib.Path, file: str, known: Finding | None, rules: _Rules) -> Finding:
    """Replay a finished game, unless the cache says that it fails with the current rules.

    Raises:
        StoreError: it cannot be read, or cannot be replayed to its end.
    """
    record = read_record(game)
    about = record.about
    if record.outcome not in {"died", "won"}:
        return Finding(file, about["id"], None)
    ruleset = rules(rules_of(record, folder))
    if ruleset is None:
        raise StoreError("its rule set cannot be used")
    if known is not None and (known.file, known.rules) == (file, ruleset.fingerprint):
        return known
    replay = Replay(record, ruleset)
    if replay.ends_because:
        raise StoreError(replay.ends_because)
    try:
        world = replay.final_game().world
    except StoreError:
        return Finding(file, about["id"], None, ruleset.fingerprint)
    told = (about["name"], ruleset.title, str(world.outcome), score_of(world), world.turn, kills_of(world))
    return Finding(file, about["id"], (*told, about["seed"], record.spoiled))


def _remember(folder: Folder, game: pathlib.Path, found: Finding) -> None:
    key = key_of(folder)
    if not key:
        return
    plain = attrs.asdict(found)
    text = json.dumps({**plain, "seal": _sealed(key, plain)}, separators=(",", ":"))
    with contextlib.suppress(StoreError):
        write_text(game.with_suffix(PROOF), f"{text}\n")


def _remembered(game: pathlib.Path, key: bytes) -> Finding | None:
    """Return the cached result for a finished game; None if it is missing or not authentic."""
    try:
        plain = parsed(read_small(game.with_suffix(PROOF), _MOST_BYTES))
        Plain(plain).table(*_REMEMBERED)
        seal = plain.pop("seal")
        if not key or not isinstance(seal, str) or not hmac.compare_digest(seal, _sealed(key, plain)):
            return None
    except (OSError, ValueError, TypeError, RecursionError, BadPlain):
        return None
    # Authenticated: the values below are our own.
    facts = plain["facts"]
    return Finding(plain["file"], plain["id"], None if facts is None else tuple(facts), plain["rules"])


def _sealed(key: bytes, plain: dict[str, Any]) -> str:
    return authenticated(key, "finding", sorted(plain.items()))


def _digest_of(game: pathlib.Path) -> str:
    """Return the digest of a file's contents.

    Raises:
        OSError: it is not a regular file, or cannot be read.
    """
    descriptor = os.open(game, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
    with open(descriptor, "rb") as file:  # noqa: PTH123 -- a descriptor
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError
        return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=DIGEST // 2)).hexdigest()


def _make_key(folder: Folder) -> None:
    """Create the key atomically: if another process was faster, its key stays. Never raises."""
    making = folder.key.with_name(f"{folder.key.name}.{secrets.token_hex(4)}")
    try:
        with open(make_private(making), "wb") as file:  # noqa: PTH123 -- a descriptor
            file.write(secrets.token_bytes(_KEY_BYTES))
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            folder.key.hardlink_to(making)
        sync_folder(folder.root)
    except OSError:
        return
    finally:
        with contextlib.suppress(OSError):
            making.unlink()
