"""Effort measured beside work of a known size, so that neither a slow machine nor a busy one changes the verdict."""

from __future__ import annotations

import hashlib
import json
import time
from typing import Final

_LINKS: Final = 100_000
_SHARE: Final = 5
"""A fifth of them is made, which takes a tenth of a second."""


def links_seconds() -> float:
    """Return the seconds of the processor that 100,000 links of a hash chain take now.

    They are made here and not by the program, so that a slower program is not measured by itself.
    """
    start, link = time.process_time(), ""
    for number in range(_LINKS // _SHARE):
        text = json.dumps([link, number, ["wait"], 0, 0, ""], separators=(",", ":"))
        link = hashlib.blake2b(text.encode(), digest_size=32).hexdigest()
    return (time.process_time() - start) * _SHARE
