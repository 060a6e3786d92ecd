"""Modifiers of one attack: whether it is sure to hit, and how much damage it does."""

from __future__ import annotations

from roguelike.classes import frozen


@frozen
class Stab:
    """A stab at a victim off its guard: neither dice nor armour change its damage."""

    damage: int
    rouses: int
    """The chance in percent that it alerts each nearby member of the victim's horde; the victim always notices."""
    within: int
    """The distance in cells within which members are nearby."""


@frozen
class AttackModifiers:
    """Modifiers of one attack."""

    sure: bool = False
    """Whether it always hits."""
    factor: int = 1
    """The factor of the damage that passes armour; the largest of several."""
    slays: bool = False
    """Whether it kills whatever it hits."""
    stab: Stab | None = None
    """The stab, which always hits; None for other attacks."""
    attack: int = 0
    """The bonus to the attack stat."""

    @property
    def lasting(self) -> AttackModifiers:
        """The modifiers of the attacks that follow a surprise."""
        return AttackModifiers(attack=self.attack)
