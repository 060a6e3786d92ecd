"""Bytes from a terminal, decoded into keys and mouse reports."""

from __future__ import annotations
