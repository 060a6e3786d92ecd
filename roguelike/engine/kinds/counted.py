"""The mean number of each unidentified kind in a game, as counted in advance for a rule set."""

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
"""The length of a mark, in hexadecimal digits."""


@frozen(kw_only=True)
class Counted:
    """Mean numbers of unidentified items, and the mark of the rules for which they were counted."""

    of: str = attrs.field(default="", validator=max_len(_MARK))
    """The mark of the rules that determine the numbers; they are ignored for rules with another mark."""
    games: int = attrs.field(default=0, validator=[ge(0), le(1_000_000)])
    """The number of generated games."""
    expected: dict[str, int] = attrs.field(
        factory=dict,
        validator=and_(
            deep_mapping(instance_of(str), and_(ge(0), le(HEAVIEST * HUNDREDTHS)), instance_of(dict)),
            max_len(MAX_KINDS),
        ),
    )
    """The mean number of each unidentified kind in a game, in hundredths, by name."""


def mark_of(deciding: object) -> str:
    """Return the mark of the rules that determine the items of a game, given as plain data."""
    text = json.dumps(deciding, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=_MARK // 2).hexdigest()
