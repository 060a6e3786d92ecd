"""The rule sets as data, and the loader that reads them."""

from __future__ import annotations
