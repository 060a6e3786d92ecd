"""The screens, one a file: each draws a view and handles the mouse."""

from __future__ import annotations
