"""Why the clerk does not do what it was asked for."""

from __future__ import annotations


class Refused(Exception):
    """An operation cannot be done; the message is a sentence for the player."""


class SeatGone(Refused):
    """The seat belongs to another session."""
