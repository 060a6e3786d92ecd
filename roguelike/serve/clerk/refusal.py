"""Refusals of operations."""

from __future__ import annotations


class Refused(Exception):
    """An operation is refused; the message is a sentence for the player."""


class SeatGone(Refused):
    """The seat belongs to another session."""
