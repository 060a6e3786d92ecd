"""Loading a saved game: its newest valid snapshot, and the commands after it."""

from __future__ import annotations

import collections
import contextlib
import itertools
import json
from typing import TYPE_CHECKING, Any, Final

import attrs

from roguelike.classes import define
from roguelike.engine.commands.plain import decode
from roguelike.engine.digests import digest_of
from roguelike.engine.game import Game
from roguelike.engine.legacy import upgrade
from roguelike.engine.observation import moment, observe
from roguelike.engine.plain import BadPlain
from roguelike.engine.restore import restore
from roguelike.engine.snapshot import snapshot
from roguelike.store.errors import StoreError
from roguelike.store.kept.reader import Snapshot
from roguelike.store.listings import unranked
from roguelike.store.new_game import initial_world
from roguelike.store.port import Lead, Retold
from roguelike.store.records import LEAD, Damage, Row, edition_of
from roguelike.store.values import MAX_WORLD, parsed
from roguelike.toml_file import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roguelike.engine.events import AnyEvent
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.observation import Moment
    from roguelike.engine.state.world import World
    from roguelike.store.kept.reader import GameReader

_MAX_TRIED: Final = 8
"""Maximum snapshots tried before a replay from the start; takes half a second if a hostile file has large ones."""
_MAX_ROWS: Final = 20_000
"""Maximum commands that are performed again on loading."""
_COMPARED_EVERY: Final = 16
"""Commands between two comparisons of the world with the journal."""
_MAX_AT_FIRST: Final = MAX_WORLD * 5 // 8
"""Maximum bytes of the first snapshot of a game: later ones are larger."""
_MAX_LED: Final = 200
"""Maximum commands performed before the first one in the message log: two snapshot intervals."""


@define
class Loaded:
    """A game at its newest valid snapshot, with the commands before and after it."""

    game: Game
    number: int
    """The command number of the snapshot."""
    link: str
    """The chain link of the last command."""
    rows: list[Row] = attrs.field(factory=list)
    """The commands after the snapshot."""
    lead: Lead | None = None
    """The last commands before the snapshot; None if there are none or they cannot be performed again."""
    told_after: int = 0
    """Number of commands before the first one in the message log."""
    notices: list[str] = attrs.field(factory=list)
    snapshot: Snapshot | None = None
    """The snapshot; None if the game is replayed from its start."""
    at: int = 0
    """Milliseconds of play."""
    last: int = 0
    """The number of the last command."""
    has_other_rules: bool = False
    """Whether the rules have changed, so that the commands after the snapshot cannot be performed again."""

    def is_witnessed(self, key: bytes, fingerprint: str) -> bool:
        """Return whether all its commands are proven to have been performed by a program with the same key.

        `fingerprint` is that of the rules with which the game began; all commands must have been performed with these.
        """
        if self.has_other_rules or not key:
            return False
        seen = self.snapshot
        if seen is None or seen.fingerprint != fingerprint:
            return False
        return any(seen.is_witness(key, unspoiled=so) for so in (True, False))

    @property
    def has_lost(self) -> bool:
        """Whether commands are dropped because they were given under other rules."""
        return self.has_other_rules and bool(self.rows)

    def ended_by(self, fingerprint: str) -> bool:
        """Return whether the game was over under the rules with that fingerprint."""
        seen = self.snapshot
        return self.game.outcome is not None and seen is not None and seen.fingerprint == fingerprint

    def is_unspoiled(self, key: bytes) -> bool:
        """Return whether the snapshot proves that the game was not marked as spoiled before it."""
        return self.snapshot is not None and self.snapshot.is_witness(key, unspoiled=True)


def refuse_unloadable(game: Game) -> None:
    """Check that a new game can be loaded again, with room to grow.

    Raises:
        StoreError: it cannot be loaded, and must not begin.
    """
    world = game.world
    text = json.dumps(snapshot(world), separators=(",", ":"))
    restored = _restored(parsed(text), world.ruleset) if len(text) <= _MAX_AT_FIRST else None
    if restored is None or restored.digest() != game.digest():
        why = "its level is too large to be saved" if len(text) > _MAX_AT_FIRST else "it could not be loaded again"
        raise StoreError(f"cannot start a game of {shown(world.ruleset.name)} with seed {world.seed}: {why}.")


def load(saved: GameReader, ruleset: RuleSet) -> Loaded:
    """Load a game to resume it; its rows must have been checked.

    Raises:
        Damage: a part that is needed fails its check.
    """
    loaded = _newest(saved, ruleset)
    loaded.last = loaded.number
    for row, link in saved.rows(loaded.number, loaded.link):
        loaded.rows.append(row)
        loaded.last, loaded.at, loaded.link = row.number, row.at, link
        if len(loaded.rows) > _MAX_ROWS:
            raise Damage(f"more than {_MAX_ROWS} commands follow the last whole snapshot")
    loaded.at = loaded.at or saved.played_until(loaded.number)
    begun = edition_of(saved.about)
    if loaded.has_other_rules or begun != ruleset.version:
        lost = f" Everything after turn {loaded.game.world.turn} was dropped." if loaded.has_lost else ""
        changed = "The rules have changed since this game was saved: its replay ends here."
        why = changed if begun == ruleset.version else unranked(begun, ruleset.title, ruleset.version)
        loaded.notices.append(f"{why}{lost}")
    return loaded


def perform_again(game: Game, rows: list[Row]) -> Iterator[list[AnyEvent]]:
    """Perform the commands of `rows`, removing each row once it is performed; yield the events of each.

    The world is compared before the last and some of the others: a comparison takes longer than most commands.

    Raises:
        Damage: one is not the next command of this game.
    """
    for count in itertools.count():
        if not rows:
            return
        row = rows[0]
        if (count % _COMPARED_EVERY == 0 or len(rows) == 1) and game.digest() != row.before:
            raise Damage(f"command {row.number}, on turn {row.turn}, does not fit the world")
        try:
            command = decode(row.command)
        except BadPlain:
            raise Damage(f"command {row.number} is unknown") from None
        events = game.play(command)
        rows.pop(0)
        yield events


def world_to_resume(saved: GameReader, ruleset: RuleSet) -> World:
    """Return the world that a resumed game continues from: after all its commands, unless the rules have changed.

    Raises:
        Damage: a part that is needed fails its check.
    """
    loaded = load(saved, ruleset)
    if not loaded.has_other_rules:
        collections.deque(perform_again(loaded.game, list(loaded.rows)), maxlen=0)
    return loaded.game.world


def _newest(saved: GameReader, ruleset: RuleSet) -> Loaded:
    """Return the game at its newest valid snapshot, or at its start if there is none."""
    bad, changed = 0, False
    for number in saved.snapshot_numbers()[:_MAX_TRIED]:
        try:
            snapshot = saved.snapshot(number)
        except Damage:
            bad += 1
            continue
        changed = changed or snapshot.fingerprint != ruleset.fingerprint
        if changed and bad:
            # With its own rules the game can still be replayed in full; with others it would lose the commands since.
            raise Damage("the rules have changed, and the snapshot to continue from is damaged")
        game = _restored(snapshot.world, ruleset)
        if game is not None:
            loaded = Loaded(game, number, snapshot.link, snapshot=snapshot, notices=_passed_over(bad))
            loaded.has_other_rules = changed
            return loaded
        bad += not changed
    if changed or saved.about["fingerprint"] != ruleset.fingerprint:
        raise Damage("the rules have changed, and no snapshot matches them")
    if not saved.last()[0]:
        raise Damage("its snapshot and all commands are damaged")
    game, _ = _beginning(saved, ruleset)
    return Loaded(game, 0, saved.first_link, notices=_passed_over(bad))


def retell(saved: GameReader, ruleset: RuleSet, loaded: Loaded) -> None:
    """Replay the last commands before the snapshot to refill the message log, if all of them can be replayed."""
    if loaded.has_other_rules:
        return
    first = max(0, loaded.last - LEAD)
    if first >= loaded.number:
        loaded.told_after = loaded.number  # the commands after the snapshot are enough
        return
    with contextlib.suppress(Damage, BadPlain):
        number, game, events = _before(saved, ruleset, first)
        rows = (row for row, _ in itertools.islice(saved.rows(number, saved.link(number)), loaded.number - number))
        for row in itertools.islice(rows, first - number):
            game.play(decode(row.command))
        before = _moment(game)
        told = [*([] if first else [Retold(events, before)])]
        told += (Retold(game.play(decode(row.command)), _moment(game)) for row in rows)
        # One digest at the end proves as much as one before each command, and fifty would delay the start.
        if game.digest() == loaded.game.digest():
            loaded.lead, loaded.told_after = Lead(before, told), first


def _moment(game: Game) -> Moment:
    return moment(game.world, observe(game.world))


def _before(saved: GameReader, ruleset: RuleSet, number: int) -> tuple[int, Game, list[AnyEvent]]:
    """Return number and game of the newest valid snapshot up to `number`, and for 0 also the events of the start.

    Raises:
        Damage: none is near enough.
    """
    for each in saved.snapshot_numbers():
        if max(0, number - _MAX_LED) < each <= number:
            with contextlib.suppress(Damage):
                snapshot = saved.snapshot(each)
                game = _restored(snapshot.world, ruleset) if snapshot.fingerprint == ruleset.fingerprint else None
                if game is not None:
                    return each, game, []
    if number > _MAX_LED:
        raise Damage("no snapshot is near enough")
    return 0, *_beginning(saved, ruleset)


def _beginning(saved: GameReader, ruleset: RuleSet) -> tuple[Game, list[AnyEvent]]:
    """Return the game at its start, and the events of its start."""
    game = initial_world(ruleset, saved.about)
    return game, game.take_events()


def _restored(world: Mapping[str, Any], ruleset: RuleSet) -> Game | None:
    """Return the game of a snapshot if this rule set restores it exactly, whatever its name; None otherwise."""
    try:
        today = world if "format" in world else upgrade(world, ruleset, world["kills"])
        plain = {**today, "ruleset": [ruleset.name, ruleset.version]}
        game = restore(ruleset, plain)
    except (BadPlain, KeyError, TypeError):
        return None
    return game if game.digest() == digest_of(plain) else None


def _passed_over(bad: int) -> list[str]:
    if not bad:
        return []
    return [f"Skipped {bad} damaged snapshot{'s' * (bad != 1)} while loading this game; nothing is lost."]
