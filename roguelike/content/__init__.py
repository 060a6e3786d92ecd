"""Rule sets as data files, and the loader that reads them."""

from __future__ import annotations
