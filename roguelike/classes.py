"""`define` and `frozen` as attrs has them, but without compiling `__repr__`, `__eq__` and `__hash__`, and fast copies.

Compiling these methods for each class would be a tenth of the time until the first frame.
"""

from __future__ import annotations

import functools
import operator
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

if TYPE_CHECKING:
    from collections.abc import Callable

    from attrs import define, frozen
else:

    def define(cls: type | None = None, *, eq: bool = True, **options: bool) -> type:
        """Return an attrs class, as `attrs.define` does."""
        return _made(attrs.define(repr=False, eq=False, **options), cls, eq=eq, is_frozen=False)

    def frozen(cls: type | None = None, *, eq: bool = True, **options: bool) -> type:
        """Return an attrs class whose fields cannot be set, as `attrs.frozen` does."""
        if options.get("cache_hash"):  # attrs keeps the hash in a slot of its own
            return _made(attrs.frozen(repr=False, eq=eq, **options), cls, eq=False, is_frozen=True)
        return _made(attrs.frozen(repr=False, eq=False, **options), cls, eq=eq, is_frozen=True)

    def _made(make: type, cls: type | None, *, eq: bool, is_frozen: bool) -> type:
        def made(cls: type) -> type:
            own = cls.__dict__
            if "__repr__" not in own:
                cls.__repr__ = _repr
            if not eq or "__eq__" in own or issubclass(cls, BaseException):
                return make(cls)
            keeps_hash = "__hash__" in own
            kind = make(cls)
            compare, hashed = _comparison(kind)
            kind.__eq__ = compare
            if not keeps_hash:
                kind.__hash__ = hashed if is_frozen else None
            return kind

        return made if cls is None else made(cls)


__all__ = ["copied", "define", "frozen"]

_Copied = TypeVar("_Copied", bound=attrs.AttrsInstance)


def copied(each: _Copied) -> _Copied:
    """Return a shallow copy, like `attrs.evolve` without changes, which goes through the fields in Python."""
    kind = type(each)
    return kind(*_values(kind)(each))


@functools.cache
def _values(kind: type[attrs.AttrsInstance]) -> Callable[[object], tuple[Any, ...]]:
    """Return a getter of the init fields of a class, two or more, in order."""
    return operator.attrgetter(*(field.name for field in attrs.fields(kind) if field.init))


def _comparison(kind: type[attrs.AttrsInstance]) -> tuple[Callable[[object, object], object], Callable[[object], int]]:
    """Return `__eq__` and `__hash__` of a class, over all fields with `eq`; instances of other classes are unequal."""
    names = [field.name for field in attrs.fields(kind) if field.eq]
    values: Callable[[object], object] = operator.attrgetter(*names) if names else _no_values

    def compare(self: object, other: object) -> object:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return values(self) == values(other)

    def hashed(self: object) -> int:
        return hash(values(self))

    return compare, hashed


def _no_values(_: object) -> tuple[()]:
    return ()


def _repr(self: attrs.AttrsInstance) -> str:
    shown = (field for field in attrs.fields(type(self)) if field.repr)
    values = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in shown)
    return f"{type(self).__qualname__}({values})"
