"""The screens, one a file: what each shows, and what its keys mean."""

from __future__ import annotations
