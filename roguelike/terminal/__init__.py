"""The terminal: keys come in, frames go out, and it is given back as it was, whatever happens."""

from __future__ import annotations
