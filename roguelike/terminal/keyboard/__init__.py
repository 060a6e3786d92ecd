"""What arrives from a terminal, made into what a person did."""

from __future__ import annotations
