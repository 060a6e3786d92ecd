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
"""Maximum number of older conditions of one kind; those dropped would return only after hundreds of turns."""


@define
class Condition:
    """One condition of one actor."""

    kind: ConditionKind = saved(kind("conditions"))
    left: int = saved(integer())
    """The turns of the actor, or rounds, that are left; at 0 it ends with the next one."""
    lasted: int = saved(integer(), default=0)
    """Rounds in a row that the player has had it, if its kind counts them."""
    older: list[int] = saved(listed(integer(), MAX_OLDER), factory=list)
    """The turns left of older conditions of the kind, which resume when this one ends, the oldest first."""
    maker: Attribution | None = saved(optional(record(Attribution)), default=None)
    """The attribution of its effects, if known; the latest of several."""


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
