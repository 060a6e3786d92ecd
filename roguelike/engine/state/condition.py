"""A condition of an actor."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

from roguelike.classes import define
from roguelike.engine.codecs import integer, kind, listed, optional, record
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.limits import MAX_KINDS
from roguelike.engine.schema import Codec, saved
from roguelike.engine.state.attribution import Attribution

if TYPE_CHECKING:
    from roguelike.engine.plain import Plain
    from roguelike.engine.schema import Reading

MAX_OLDER: Final = 100
"""The most older conditions of one kind: what is forgotten beyond that would have come back in hundreds of turns."""


@define
class Condition:
    """One condition of one actor."""

    kind: ConditionKind = saved(kind("conditions"))
    left: int = saved(integer())
    """Turns of the actor, or rounds, that it still lasts; at 0 it passes with the next one."""
    lasted: int = saved(integer(), default=0)
    """Rounds that the player has had it at a stretch, where the kind counts them."""
    older: list[int] = saved(listed(integer(), MAX_OLDER), factory=list)
    """The turns left of those of the same kind that go on when this one has passed, the oldest first."""
    maker: Attribution | None = saved(optional(record(Attribution)), default=None)
    """The attribution of what it does by itself, if known; the latest of several."""


def conditions() -> Codec[dict[str, Condition]]:
    """Return the codec of conditions by the name of their kind, which are written as a list by rising names."""
    codec = listed(record(Condition), MAX_KINDS)

    def read(part: Plain, reading: Reading) -> dict[str, Condition]:
        found = codec.read(part, reading)
        names = [condition.kind.name for condition in found]
        if any(after <= before for before, after in itertools.pairwise(names)):
            raise part.wrong("one condition of a kind, by rising names")
        return dict(zip(names, found, strict=True))

    return Codec(lambda known, rules: codec.write([known[name] for name in sorted(known)], rules), read, codec.wrong)
