"""Types of tactics."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from roguelike.automation.automation import Automation
from roguelike.autoplay.memory import Memory
from roguelike.engine.commands import Command
from roguelike.engine.observation import Observation

Plain: TypeAlias = Callable[[Observation, Memory], Command | None]
"""A tactic that returns one command at a time."""
Tactic: TypeAlias = Callable[[Observation, Memory], Command | Automation | None]
