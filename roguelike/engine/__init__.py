"""The simulation core: only attrs and the standard library; no I/O, no clock, no global random numbers."""

from __future__ import annotations
