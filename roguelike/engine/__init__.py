"""The simulation core: attrs and the standard library; no input or output, no clock, no global chance."""

from __future__ import annotations
