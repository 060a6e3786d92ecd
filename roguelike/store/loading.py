"""From a saved game to the game: the newest snapshot that is good, and what was done after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import attrs

from roguelike.engine.game import Game, new_game
from roguelike.engine.plain import BadPlain
from roguelike.engine.restore import restore
from roguelike.engine.snapshot import digest_of
from roguelike.store.saved import Damage, Row

if TYPE_CHECKING:
    from roguelike.engine.ruleset import RuleSet
    from roguelike.store.saved import SavedFile, Snapshot

_MOST_TRIED: Final = 8
"""Snapshots that are tried before the whole game is done again: half a second, if a stranger made them large."""
_MOST_ROWS: Final = 20_000
"""Commands that are done again at most."""


@attrs.define
class Loaded:
    """A game as it was when its newest good snapshot was taken, and what is known of the rest."""

    game: Game
    number: int
    """Commands that were done by then."""
    link: str
    """The link of the chain after the last command of the file."""
    kills: dict[str, int]
    rows: list[Row] = attrs.field(factory=list)
    """What was done after it."""
    messages: list[Any] = attrs.field(factory=list)
    notices: list[str] = attrs.field(factory=list)
    at: int = 0
    """Milliseconds of play."""
    last: int = 0
    """The number of the last command of the file."""
    has_other_rules: bool = False
    """Whether the rules have changed, so that what was done after the snapshot cannot be done again."""


def load(saved: SavedFile, ruleset: RuleSet) -> Loaded:
    """Load a game that is to be gone on with.

    Raises:
        Damage: something that is needed is not as it was written.
    """
    saved.check_pages()
    loaded = _newest(saved, ruleset)
    loaded.last = loaded.number
    for row, link in saved.rows(loaded.number, loaded.link):
        loaded.rows.append(row)
        loaded.last, loaded.at, loaded.link = row.number, row.at, link
        if len(loaded.rows) > _MOST_ROWS:
            raise Damage(f"more than {_MOST_ROWS} commands follow the last whole snapshot")
    loaded.at = loaded.at or saved.played_until(loaded.number)
    loaded.messages = saved.messages(loaded.number)
    if loaded.has_other_rules:
        lost = f" What you did after turn {loaded.game.world.turn} had to be left out." if loaded.rows else ""
        loaded.notices.append(f"The rules have changed since this game was saved: its replay ends here.{lost}")
    return loaded


def _newest(saved: SavedFile, ruleset: RuleSet) -> Loaded:
    """Give the newest snapshot that is good; where none is, the game as it began."""
    bad, changed = 0, False
    for number in saved.snapshot_numbers()[:_MOST_TRIED]:
        try:
            snapshot = saved.snapshot(number)
        except Damage:
            bad += 1
            continue
        changed = changed or snapshot.fingerprint != ruleset.fingerprint
        if changed and bad:
            # By its own rules it can be brought back to where it was; by others it would lose what was done since.
            raise Damage("the rules have changed, and the snapshot from which it would go on is damaged")
        game = _restored(snapshot, ruleset)
        if game is not None:
            loaded = Loaded(game, number, saved.link(number), dict(snapshot.kills), notices=_passed_over(bad))
            loaded.has_other_rules = changed
            return loaded
        bad += not changed
    if changed or saved.about["fingerprint"] != ruleset.fingerprint:
        raise Damage("the rules have changed, and no snapshot fits them")
    if not saved.last()[0]:
        raise Damage("neither its snapshot nor any command is whole")
    return Loaded(new_game(ruleset, saved.seed), 0, saved.first_link, {}, notices=_passed_over(bad))


def _restored(snapshot: Snapshot, ruleset: RuleSet) -> Game | None:
    """Give the game of a snapshot if these rules accept it just as it is, whatever they are called."""
    try:
        plain = {**snapshot.world, "ruleset": [ruleset.name, ruleset.version]}
        game = restore(ruleset, plain)
    except (BadPlain, TypeError):
        return None
    return game if game.digest() == digest_of(plain) else None


def _passed_over(bad: int) -> list[str]:
    if not bad:
        return []
    snapshots = "One damaged snapshot was" if bad == 1 else f"{bad} damaged snapshots were"
    return [f"{snapshots} passed over in loading this game; nothing is lost."]
