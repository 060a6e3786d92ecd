"""The verbs for carried items."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, Final

from roguelike.engine.commands import Annotate, Drop, Equip, Label, Slot, ThrowItem, Use
from roguelike.engine.kinds.capabilities import Capability
from roguelike.engine.kinds.limits import LONGEST_LABEL
from roguelike.english import capital, plural
from roguelike.line.carried import carried, rows_named, split_name, thrown_beside
from roguelike.line.prompts import aim_where, ask_target
from roguelike.line.question import Choice, Question
from roguelike.line.things import Unclear, has_words, number_in
from roguelike.line.words import DIRECTIONS, Verb
from roguelike.narration.item_use import (
    befriended,
    beside_you,
    gained,
    is_empty,
    is_for_two,
    on_what,
    shifted,
    suited,
    suited_second,
    used_by,
)
from roguelike.narration.refusals import NOTHING_CARRIED
from roguelike.narration.unknown import odds_in_short
from roguelike.play.requests import Submit
from roguelike.play.views import confirm, ignoring
from roguelike.play.views.aim import Aiming, refuse_empty
from roguelike.toml_file import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roguelike.engine.commands import Command
    from roguelike.engine.kinds.actors import ActorKind
    from roguelike.engine.kinds.appearances import Manner
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor
    from roguelike.line.conversation import Conversation
    from roguelike.narration.inventory_rows import InventoryRow
    from roguelike.play.views.view import Request

USE: Final = ("drink", "quaff", "read", "fire")
WEAR: Final = ("wear", "wield", "remove")
"""Other words for "use" and "equip"."""
ERASE: Final = "erase"
"""Word that erases a label or a note."""
WHAT_TO_LABEL: Final = "Name an item, then the text: label b maybe healing."
NOTHING_FITS: Final = "You carry nothing for that."
_LIST: Final = re.compile(r" *, *| +and +")
_AT: Final = re.compile(r"(.*?)(?: +|^)(?:at|on) +(\S.*)")


def _parted(text: str) -> tuple[str, str]:
    """Split a text into an item and a target: the words after "at" or "on", or steps at the end."""
    if aimed := _AT.fullmatch(text):
        return aimed[1], aimed[2]
    words = text.split()
    start = len(words)
    while start > 1 and (words[start - 1] in DIRECTIONS or (start < len(words) and number_in(words[start - 1]))):
        start -= 1
    return " ".join(words[:start]), " ".join(words[start:])


def _checked(text: str) -> str:
    """Return a label or note if it is valid.

    Raises:
        Unclear: it is too long or not printable.
    """
    if not text.isprintable():
        raise Unclear("A character of it cannot be printed.")
    if len(text) > LONGEST_LABEL:
        raise Unclear(f"At most {LONGEST_LABEL} characters can be written.")
    return text.strip()


def _label(seen: Observation, row: InventoryRow) -> str:
    """Return the name of a row, with the odds of an unidentified item."""
    odds = odds_in_short(seen, row.kind)
    return f"{row.name}: {', '.join(odds)}" if odds else row.name


class PackVerbs:
    """Verbs that use, throw, equip, label and drop items."""

    def __init__(self, session: Conversation) -> None:
        self._session = session

    def verbs(self) -> list[Verb]:
        """Return the verbs."""
        return [
            Verb("use", "use an item: use potion, use 2 at orc", self._use, (*USE[:-1], "throw", USE[-1])),
            Verb("use", "use an item: use potion, use 2 at orc", self._use, USE, needs=Capability.GEAR),
            Verb("use", "use an item: use charm, use 2 at orc", self._use, USE[-1:], needs=Capability.UNKNOWNS),
            Verb("drink", "drink a potion: drink b", self._using("drink"), ("quaff",), needs=Capability.UNKNOWNS),
            Verb("read", "read a scroll: read c", self._using("read"), needs=Capability.UNKNOWNS),
            Verb("zap", "use a wand, staff or charm: zap d at orc", self._using("zap"), needs=Capability.UNKNOWNS),
            Verb(
                "ignore",
                "never pick up a kind of item, or stop for a kind of monster, or do so again: ignore dart",
                self._ignore,
                needs=Capability.COMFORT,
            ),
            Verb("drop", "drop an item: drop b", self._drop),
            Verb("drop", "drop items in one turn: drop b, c", self._drop, needs=Capability.GEAR),
            Verb("equip", "put on or take off an item: wear mail", self._wear, WEAR, needs=Capability.GEAR),
            Verb(
                "label",
                "write on an item: label b maybe healing; label b shows it, label b erase erases it",
                self._write,
                keeps_case=True,
                needs=Capability.GEAR,
            ),
            Verb(
                "note",
                "write a note on your cell: note two ogres; note shows it, note erase erases it",
                self._note,
                keeps_case=True,
                needs=Capability.COMFORT,
            ),
            Verb(
                "throw",
                "throw an item, or oil of the lamp: throw dart at orc, throw oil east",
                self._throw,
                ("hurl",),
                needs=Capability.GEAR,
            ),
        ]

    def _use(self, rest: str) -> Request:
        what, where = _parted(rest)
        return self._chosen("Use what?", what, lambda row: self._use_row(row, where))

    def _using(self, by: Manner) -> Callable[[str], Request]:
        """Return the verb function that uses an item in a manner."""

        def act(rest: str) -> Request:
            what, where = _parted(rest)
            return self._chosen(f"{by.capitalize()} what?", what, lambda row: self._use_row(row, where), by)

        return act

    def _drop(self, rest: str) -> Request:
        seen = self._session.game.going_on.perspective.seen
        several = [name for name in _LIST.split(rest) if name] if seen.ruleset.drops_together else []
        if len(several) > 1:
            slots = [self._named(name, carried(seen)).slot for name in several]
            return Submit(Drop(slots[0], tuple(slots[1:])))
        return self._chosen("Drop what?", rest, lambda row: Submit(Drop(row.slot)))

    def _ignore(self, rest: str) -> Request:
        if not rest:
            return self._session.game.actions.ignore()
        seen, settings = self._session.game.going_on.perspective.seen, self._session.settings
        items, foes = _kinds_named(rest, seen), _foes_named(rest, seen)
        acts: list[Callable[[], Request]] = [functools.partial(ignoring.passed, settings, kind) for kind in foes]
        acts += [functools.partial(ignoring.toggled, settings, kind) for kind in items]
        if not acts:
            kept = next(
                (kind for kind in seen.ruleset.things.values() if kind.kept and kind.name.lower() == rest), None
            )
            raise Unclear(f"Nothing by that name: {shown(rest)}." if kept is None else ignoring.always(kept))
        if len(acts) == 1:
            return acts[0]()
        offers = [ignoring.offer_pass(settings, kind) for kind in foes]
        offers += [ignoring.offer(settings, kind) for kind in items]
        self._session.ask(Question("Which kind?", [Choice(*each) for each in zip(offers, acts, strict=True)]))
        return None

    def _named(self, text: str, rows: Sequence[InventoryRow]) -> InventoryRow:
        """Return the only row that matches a text.

        Raises:
            Unclear: there is none, or more than one.
        """
        found = rows_named(text, rows)
        if len(found) != 1:
            raise Unclear(f"{'Several' if found else 'Not'} carried: {shown(text)}.")
        return found[0]

    def _write(self, rest: str) -> Request:
        if not rest:
            raise Unclear(WHAT_TO_LABEL)
        seen = self._session.game.going_on.perspective.seen
        rows = carried(seen)
        name, text = split_name(rest, rows)
        row = self._named(name, rows)
        item = seen.me.inventory.at(row.slot)
        written = "" if item is None else item.label
        return self._written(f"label {name}", text, f"the {row.kind.name}", written, functools.partial(Label, row.slot))

    def _note(self, text: str) -> Request:
        seen = self._session.game.going_on.perspective.seen
        written = seen.level.notes.get(seen.cell, "")
        return self._written("note", text, "your cell", written, functools.partial(Annotate, seen.me.at))

    def _written(self, verb: str, text: str, on: str, written: str, command: Callable[[str], Command]) -> Request:
        """Write a label or note, erase it, or show it if no text is given."""
        if not text:
            how = f"{written}. Type {verb} {ERASE} to erase it" if written else f"nothing. Type {verb} and a text"
            self._session.write([f"Written on {on}: {how}."])
            return None
        new = "" if text.lower() == ERASE else _checked(text)
        self._session.write([f"Written on {on}: {new}." if new else f"Nothing is written on {on} any more."])
        return Submit(command(new))

    def _wear(self, rest: str) -> Request:
        return self._chosen(
            "Put on or take off what?",
            rest,
            lambda row: Submit(Equip(row.slot)),
            fits=lambda row: bool(row.kind.equips),
        )

    def _throw(self, rest: str) -> Request:
        what, where = _parted(rest)
        return self._chosen(
            "Throw what?",
            what,
            lambda row: self._aim(row, where, throws=True),
            fits=lambda row: row.kind.thrown is not None,
            more=thrown_beside,
        )

    def _chosen(
        self,
        heading: str,
        text: str,
        act: Callable[[InventoryRow], Request],
        by: Manner = "",
        fits: Callable[[InventoryRow], bool] = lambda _: True,
        *,
        more: Callable[[Observation], Sequence[InventoryRow]] = lambda _: (),
    ) -> Request:
        """Act on the row that matches a text; ask if it matches several kinds, or is empty, among the rows that fit."""
        seen = self._session.game.going_on.perspective.seen
        if not seen.ruleset.inventory.slots:
            raise Unclear(NOTHING_CARRIED)
        rows = used_by(by, seen, carried(seen)) if by else [*carried(seen), *more(seen)]
        if not rows:
            raise Unclear(f"Nothing to {by}." if by else "Nothing carried.")
        found = rows_named(text, rows)
        if not found:
            raise Unclear(f"Not carried: {shown(text)}.")
        if text and all(row.kind is found[0].kind for row in found):
            return act(found[0])
        choices = [
            Choice(_label(seen, row), functools.partial(act, row), row.letter, number, row.name)
            for number, row in enumerate(rows, start=1)
            if row in found and (text or fits(row))
        ]
        if not choices:
            raise Unclear(NOTHING_FITS)
        self._session.ask(Question(heading, choices))
        return None

    def _use_row(self, row: InventoryRow, where: str) -> Request:
        """Use an item of a row, at a target if it is aimed; ask for the target if none is given."""
        perspective = self._session.game.going_on.perspective
        on, others = suited(row, carried(perspective.seen)), befriended(row, perspective.seen)
        if row.kind.picks and (on or others):
            return self._use_on(row, where, on, others)
        if is_empty(row):
            return refuse_empty(perspective, row)
        if not row.kind.aimed:
            return confirm.use(perspective, row.kind, Use(row.slot))
        return self._aim(row, where)

    def _use_on(self, row: InventoryRow, what: str, on: Sequence[InventoryRow], others: Sequence[Actor]) -> Request:
        """Use an item of a row on another item or an ally; ask for it if none is given."""
        found = rows_named(what, on) if what else []
        if is_for_two(row):
            return self._use_on_two(row, found or on)
        if len(found) == 1:
            return Submit(Use(row.slot, Slot(found[0].slot)))
        named = [other for other in others if other.kind.name == what]
        if len(named) == 1 and not found:
            return Submit(Use(row.slot, named[0].at))
        seen = self._session.game.going_on.perspective.seen
        choices = [
            Choice(
                _with_gain(row, each, seen),
                functools.partial(Submit, Use(row.slot, Slot(each.slot))),
                each.letter,
                number,
                each.name,
            )
            for number, each in enumerate(found or on, start=1)
        ]
        for other in () if found else others:
            act = functools.partial(Submit, Use(row.slot, other.at))
            choices.append(Choice(beside_you(other, seen), act, number=len(choices) + 1))
        self._session.ask(Question(f"Use the {row.kind.name} on what?", choices))
        return None

    def _use_on_two(self, row: InventoryRow, on: Sequence[InventoryRow], first: InventoryRow | None = None) -> Request:
        """Ask for the two items on which to use one: first the giver, then the receiver of the plus."""
        seen = self._session.game.going_on.perspective.seen

        def choose(each: InventoryRow) -> Request:
            if first is not None:
                return Submit(Use(row.slot, Slot(first.slot), each.slot))
            return self._use_on_two(row, suited_second(row, each, carried(seen)), each)

        if not on:
            raise Unclear(NOTHING_FITS)
        choices = [
            Choice(_with_shift(first, each, seen), functools.partial(choose, each), each.letter, number, each.name)
            for number, each in enumerate(on, start=1)
        ]
        self._session.ask(Question(f"{capital(row.kind.name)}: {on_what(row, first)}", choices))
        return None

    def _aim(self, row: InventoryRow, where: str, *, throws: bool = False) -> Request:
        perspective = self._session.game.going_on.perspective
        if throws and row.kind.thrown is None:
            return Submit(ThrowItem(row.slot, perspective.seen.me.at))
        aiming = Aiming(perspective, row.slot, row.kind, throws=throws)
        if not where:
            ask_target(self._session, aiming)
            return None
        return aim_where(self._session, aiming, where)


def _with_gain(used: InventoryRow, row: InventoryRow, seen: Observation) -> str:
    """Return the name of a row, and its gain from the item used on it, like "sword: You hit 71 to 74%"."""
    return row.name if row.item is None else _with_facts(row, gained(used, seen, row.item))


def _with_shift(first: InventoryRow | None, row: InventoryRow, seen: Observation) -> str:
    """Return the name of a row, and the changes if `first` gives it a plus."""
    if first is None or first.item is None or row.item is None:
        return row.name
    return _with_facts(row, shifted(seen, first.item, row.item))


def _with_facts(row: InventoryRow, told: Sequence[str]) -> str:
    """Return the name of a row with its facts in one line, without headings."""
    facts = [fact for fact in told if fact[-1:] != ":"]
    return f"{row.name}: {', '.join(facts)}" if facts else row.name


def _kinds_named(text: str, seen: Observation) -> list[ItemKind]:
    """Return the kinds of items to ignore with this name, else those at hand whose names contain its words."""
    at_hand = [row.kind for row in carried(seen)] + [item.kind for pile in seen.lying.values() for item in pile]
    by_name = {kind.name: kind for kind in seen.ruleset.things.values() if kind.name.lower() == text} or {
        kind.name: kind for kind in at_hand if has_words(kind.name, text) or has_words(plural(kind.name), text)
    }
    return [kind for kind in by_name.values() if ignoring.can_ignore(seen, kind)]


def _foes_named(text: str, seen: Observation) -> list[ActorKind]:
    """Return the kinds of monsters to ignore with this name, else those in view whose names contain its words."""
    by_name = {kind.name: kind for kind in seen.ruleset.monsters.values() if kind.name.lower() == text} or {
        foe.kind.name: foe.kind
        for foe in seen.enemies
        if has_words(foe.kind.name, text) or has_words(plural(foe.kind.name), text)
    }
    return [kind for kind in by_name.values() if ignoring.can_pass(seen, kind)]
