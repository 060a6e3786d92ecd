"""Targets of the measures: one table for all rule sets, in `targets.toml`."""

from __future__ import annotations

import functools
import pathlib
import tomllib
from fractions import Fraction
from typing import Any, Final

from roguelike.classes import frozen

_FILE: Final = pathlib.Path(__file__).with_name("targets.toml")
_FEATURES: Final = "features"
_WEAKER: Final = "weaker_than"


@frozen
class Target:
    """The bounds of a measure."""

    least: Fraction | None = None
    most: Fraction | None = None
    below: Fraction | None = None

    def is_met(self, value: Fraction) -> bool:
        """Return whether a value is within the bounds."""
        return (
            (self.least is None or value >= self.least)
            and (self.most is None or value <= self.most)
            and (self.below is None or value < self.below)
        )

    def __str__(self) -> str:
        """Return the bounds in short, such as ">=3"."""
        if self.least is not None and self.most is not None:
            return f"{_short(self.least)}-{_short(self.most)}"
        if self.most == 0:
            return "0"
        bounds = ((">=", self.least), ("<=", self.most), ("<", self.below))
        return " ".join(f"{sign} {_short(bound)}" for sign, bound in bounds if bound is not None)


@frozen
class Worth:
    """Minimum drop of wins or of the mean score, in percent, if a feature is forbidden."""

    wins_fall: Fraction
    score_falls: Fraction


def targets_of(rules: str, policy: str) -> dict[str, Target]:
    """Return the targets of a policy, by measure; empty for rule sets without targets."""
    found = _table().get(rules, {}).get(policy, {})
    return {
        name: Target(**{k: Fraction(v) for k, v in bounds.items()}) for name, bounds in found.items() if name != _WEAKER
    }


def stronger_than(rules: str, policy: str) -> str | None:
    """Return the policy whose mean score must be higher; None for none."""
    stronger = _table().get(rules, {}).get(policy, {}).get(_WEAKER)
    return None if stronger is None else str(stronger)


def worth_of_features(rules: str) -> Worth | None:
    """Return the minimum worth of features; None for none."""
    found = _table().get(rules, {}).get(_FEATURES)
    return None if found is None else Worth(**{name: Fraction(value) for name, value in found.items()})


@functools.cache
def _table() -> dict[str, Any]:
    return tomllib.loads(_FILE.read_text(encoding="utf-8"), parse_float=Fraction)


def _short(number: Fraction) -> str:
    return str(number) if number.denominator == 1 else f"{float(number):g}"
