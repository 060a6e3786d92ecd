"""What was counted of a rule set beforehand: how many of each unknown kind a game holds on average."""

from __future__ import annotations

import hashlib
import json
from typing import Final

import attrs
from attrs.validators import and_, deep_mapping, ge, instance_of, le, max_len

from roguelike.classes import frozen
from roguelike.engine.kinds.limits import HEAVIEST, MAX_KINDS

HUNDREDTHS: Final = 100
_MARK: Final = 32
"""Digits of a mark."""


@frozen(kw_only=True)
class Counted:
    """Mean numbers of items, and the mark of the rules for which they were counted."""

    of: str = attrs.field(default="", validator=max_len(_MARK))
    """The mark of the rules that determine the numbers; they do not hold for rules with another mark."""
    games: int = attrs.field(default=0, validator=[ge(0), le(1_000_000)])
    """The number of generated games."""
    expected: dict[str, int] = attrs.field(
        factory=dict,
        validator=and_(
            deep_mapping(instance_of(str), and_(ge(0), le(HEAVIEST * HUNDREDTHS)), instance_of(dict)),
            max_len(MAX_KINDS),
        ),
    )
    """The mean number of each unknown kind in a game, in hundredths, by name."""


def mark_of(deciding: object) -> str:
    """Return the mark of plain data that decides what a game holds."""
    text = json.dumps(deciding, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=_MARK // 2).hexdigest()
