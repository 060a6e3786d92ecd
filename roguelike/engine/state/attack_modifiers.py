"""What is special about one blow: whether it is sure to hit, and how hard it is."""

from __future__ import annotations

from roguelike.classes import frozen


@frozen
class Stab:
    """A stab at a victim that is off its guard: neither dice nor armour change its damage."""

    damage: int
    rouses: int
    """The chance, in percent, that it wakes each of the victim's horde near by; the victim itself wakes always."""
    within: int
    """How near, in cells."""


@frozen
class AttackModifiers:
    """What is special about one blow."""

    sure: bool = False
    """Whether it always hits."""
    factor: int = 1
    """The factor of the damage that armour lets through; of several factors the largest."""
    slays: bool = False
    """Whether it kills whatever it hits."""
    stab: Stab | None = None
    """What it does where it is a stab; it always hits then."""
    attack: int = 0
    """What is added to the attack."""

    @property
    def lasting(self) -> AttackModifiers:
        """What is left of them for the blows that follow on a surprise."""
        return AttackModifiers(attack=self.attack)
