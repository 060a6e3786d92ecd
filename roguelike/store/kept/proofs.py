"""Verified scores: each finished game is replayed once, and the result cached.

The cache is authenticated with the key of the store, so that editing it cannot forge a proof.
"""

from __future__ import annotations

import contextlib
import hmac
import json
from typing import TYPE_CHECKING, Any, Final

import attrs

from roguelike.classes import frozen
from roguelike.content.loader import split_variant
from roguelike.engine.plain import BadPlain, Plain
from roguelike.store.errors import StoreError
from roguelike.store.kept.reader import read
from roguelike.store.kept.recorded import recorded
from roguelike.store.kept.rows import PROOF
from roguelike.store.kept.rulesets import is_shipped, loaded
from roguelike.store.kept.scores import score_line
from roguelike.store.listings import board_in, board_of, in_edition
from roguelike.store.records import authenticated, is_seeded
from roguelike.store.replay import Replay
from roguelike.store.values import parsed

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping

    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.store.kept.editions import Editions
    from roguelike.store.kept.rows import FinishedRows, GameSource
    from roguelike.store.listings import ScoreLine

Facts = tuple[str | int, ...]
"""The fields of a score line but its date; level, feats and edition only where they differ from the default."""

_BYTES_A_STEP: Final = 32 << 20
"""Bytes hashed before control is yielded, plus one game."""
_GAMES_A_STEP: Final = 100
"""Games examined before control is yielded, however small they are."""
_COMMANDS_A_STEP: Final = 100
"""Commands performed before control is yielded: some hundredths of a second."""
_REMEMBERED: Final = ("file", "id", "facts", "rules", "differs_by", "unspoiled", "seal")
_LATER: Final = ("seeded", "imported")
"""Fields that are only written if true; older caches do not have them."""


@frozen
class Verification:
    """The result of replaying a finished game."""

    file: str
    """The digest of the game's file when it was verified."""
    id: str
    facts: Facts | None
    """The true fields of its score line; None if the replay failed or the game has no score."""
    rules: str = ""
    """The name or the path of the rules it was played with."""
    differs_by: str = ""
    """The fingerprint of the rules with which the replay failed; it may succeed with others."""
    unspoiled: bool = False
    """Whether the key proves that it was played here from its beginning and never marked as spoiled."""
    seeded: bool = False
    """Whether its seed was chosen."""
    imported: bool = False
    """Whether nothing proves that it was played in this folder from its beginning."""


def facts_of(line: ScoreLine) -> Facts:
    """Return what a replay can confirm of a score line; the seed as text, since it may have 64 bits."""
    told = (line.name, line.rules, line.outcome, line.score, line.turn, line.kills)
    depth, edition = [line.depth] if line.depth else [], [in_edition(line.edition)] if line.edition != 1 else []
    feats = [f"feats: {', '.join(line.feats)}"] if line.feats else []
    return (*told, str(line.seed), bool(line.spoiled), *depth, *edition, *feats)


def remember_proof(
    rows: FinishedRows,
    game: GameSource,
    about: Mapping[str, str],
    line: ScoreLine,
    *,
    unspoiled: bool,
    imported: bool,
) -> None:
    """Cache that the score line of a finished game is verified; never raises."""
    with contextlib.suppress(StoreError):
        told = (game.digest(), about["id"], facts_of(line), about["rules"])
        found = Verification(*told, unspoiled=unspoiled, seeded=is_seeded(about), imported=imported)
        _remember(rows, game, found)


def carried(text: bytes, key: bytes, digest: str, other: str) -> str:
    """Return the proof `text` of the game with `digest` for a store in which its digest is `other`; empty for none.

    Both stores have the same key.
    """
    found = _authentic(text, key)
    return _sealed_text(key, attrs.evolve(found, file=other)) if found is not None and found.file == digest else ""


def findings(
    rows: FinishedRows, load_rules: Callable[[str], RuleSet], has_line: Callable[[str], bool]
) -> Iterator[tuple[str, Verification] | None]:
    """Yield the keys of finished games with their verification, and None after each slice of work.

    Cached results come first; then the other games are replayed, if their ids have a line in the scores.
    """
    key = rows.key()
    verifier = _Verifier(rows, key, load_rules, has_line)
    unknown, read = [], 0
    for game in rows.finished():
        known = _remembered(rows, game, key)
        if known is not None and not has_line(known.id):
            continue
        with contextlib.suppress(StoreError):
            if known is not None and known.file == game.digest() and not known.differs_by:
                yield game.place.stem, known
            else:
                unknown.append(game)
            read += max(game.stamp().size, _BYTES_A_STEP // _GAMES_A_STEP)
        if read > _BYTES_A_STEP:
            read = 0
            yield None
    for game in unknown:
        yield None
        yield from verifier.look_into(game)


def judged(line: ScoreLine, game: str, found: Verification, editions: Editions) -> ScoreLine:
    """Return a score line updated by `found`, the verification of the finished game with that key."""
    if found.facts != facts_of(line):
        return line
    spoiled = line.spoiled if line.spoiled or found.unspoiled else None
    old = editions.is_old(found.rules, line.edition)
    return attrs.evolve(
        line,
        verified=True,
        spoiled=spoiled,
        ruleset=found.rules,
        shipped=is_shipped(found.rules),
        board=board_in(_board(found, imported=found.imported or spoiled is None), line.edition, old=old),
        old=old,
        game=game,
    )


def _board(found: Verification, *, imported: bool) -> str:
    own = not is_shipped(found.rules)
    return board_of(split_variant(found.rules)[1], own=own, seeded=found.seeded, imported=imported)


class _Verifier:
    """Replays finished games that have a line in the scores; every rule set is loaded once."""

    def __init__(
        self, rows: FinishedRows, key: bytes, load_rules: Callable[[str], RuleSet], has_line: Callable[[str], bool]
    ) -> None:
        self._rows = rows
        self._key = key
        self._load_rules = load_rules
        self._has_line = has_line
        self._known: dict[str, RuleSet | None] = {}

    def look_into(self, game: GameSource) -> Iterator[tuple[str, Verification] | None]:
        """Yield the verification of a finished game, if there is one, and None after each slice of work."""
        # What cannot be replayed here is quickly detected again.
        with contextlib.suppress(StoreError):
            file, known = game.digest(), _remembered(self._rows, game, self._key)
            found = yield from self._replayed(game, file, known)
            if found is not known:
                _remember(self._rows, game, found)
            yield game.place.stem, found

    def _ruleset(self, name: str) -> RuleSet | None:
        """Return a rule set; None if it cannot be used."""
        if name not in self._known:
            self._known[name] = None
            with contextlib.suppress(StoreError):
                self._known[name] = loaded(self._load_rules, name)
        return self._known[name]

    def _replayed(self, game: GameSource, file: str, known: Verification | None) -> Generator[None, None, Verification]:
        """Replay a finished game, unless it is known to differ under the current rules.

        Raises:
            StoreError: it cannot be read or replayed to its end, or has no score line.
        """
        record = recorded(game)
        about = record.about
        if record.outcome not in {"died", "won"}:
            return Verification(file, about["id"], None)
        if not self._has_line(about["id"]):
            raise StoreError("it has no line in the scores")
        ruleset = self._ruleset(about["rules"])
        if ruleset is None:
            raise StoreError("its rule set cannot be used")
        if known is not None and (known.file, known.differs_by) == (file, ruleset.fingerprint):
            return known
        replay = Replay(record, ruleset)
        if replay.ends_because:
            raise StoreError(replay.ends_because)
        try:
            world = (yield from _final_game(replay)).world
        except StoreError:
            return Verification(file, about["id"], None, differs_by=ruleset.fingerprint)
        is_here = _is_witnessed(game, self._key, unspoiled=not record.spoiled)
        facts = facts_of(score_line(about, world, spoiled=record.spoiled, imported=not is_here))
        return Verification(
            *(file, about["id"], facts, about["rules"]),
            unspoiled=is_here and not record.spoiled,
            seeded=is_seeded(about),
            imported=not is_here,
        )


def _final_game(replay: Replay) -> Generator[None, None, Game]:
    """Replay a game from its seed, comparing only its end.

    Raises:
        StoreError: it does not end as it was recorded, or a command is unknown.
    """
    game = replay.game_at(0)
    for number in range(1, replay.length + 1):
        game.play(replay.command(number))
        if number % _COMMANDS_A_STEP == 0:
            yield
    replay.check_end(game)
    return game


def _is_witnessed(game: GameSource, key: bytes, *, unspoiled: bool) -> bool:
    """Return whether the last snapshot of a finished game proves that it was played here, and was `unspoiled`.

    Raises:
        StoreError: it cannot be read.
    """
    with read(game) as saved:
        last = saved.last()[0]
        return last in saved.snapshot_numbers()[:1] and saved.snapshot(last).is_witness(key, unspoiled=unspoiled)


def _remember(rows: FinishedRows, game: GameSource, found: Verification) -> None:
    key = rows.key()
    if not key:
        return
    with contextlib.suppress(StoreError):
        rows.put_text(PROOF, game.place.stem, _sealed_text(key, found))


def _remembered(rows: FinishedRows, game: GameSource, key: bytes) -> Verification | None:
    """Return the cached result for a finished game; None if it is missing or not authentic."""
    try:
        return _authentic(rows.text(PROOF, game.place.stem) or b"", key)
    except StoreError:
        return None


def _authentic(text: bytes, key: bytes) -> Verification | None:
    """Return the result in a text; None if it is not authentic."""
    try:
        plain = parsed(text)
        Plain(plain).table(*_REMEMBERED, *(name for name in _LATER if name in plain))
        seal = plain.pop("seal")
        if not key or not isinstance(seal, str) or not hmac.compare_digest(seal, _sealed(key, plain)):
            return None
    except (ValueError, TypeError, RecursionError, BadPlain):
        return None
    # Authenticated: the values below are our own.
    facts = plain["facts"]
    told = {name: plain[name] for name in (*_REMEMBERED[3:-1], *_LATER) if name in plain}
    return Verification(plain["file"], plain["id"], None if facts is None else tuple(facts), **told)


def _sealed_text(key: bytes, found: Verification) -> str:
    plain = attrs.asdict(found)
    for name in _LATER:
        if not plain[name]:
            del plain[name]
    text = json.dumps({**plain, "seal": _sealed(key, plain)}, separators=(",", ":"))
    return f"{text}\n"


def _sealed(key: bytes, plain: dict[str, Any]) -> str:
    return authenticated(key, "finding", sorted(plain.items()))
