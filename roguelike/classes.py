"""`define` and `frozen` as attrs has them, but with one `__repr__` for all classes.

Compiling one for each of them would be a tenth of the time until the first frame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from attrs import define, frozen
else:

    def define(cls: type | None = None, **options: bool) -> type:
        """Return an attrs class, as `attrs.define` does."""
        return _with_repr(attrs.define(repr=False, **options), cls)

    def frozen(cls: type | None = None, **options: bool) -> type:
        """Return an attrs class whose fields cannot be set, as `attrs.frozen` does."""
        return _with_repr(attrs.frozen(repr=False, **options), cls)

    def _with_repr(make: type, cls: type | None) -> type:
        def made(cls: type) -> type:
            if "__repr__" not in cls.__dict__:
                cls.__repr__ = _repr
            return make(cls)

        return made if cls is None else made(cls)


__all__ = ["define", "frozen"]


def _repr(self: attrs.AttrsInstance) -> str:
    shown = (field for field in attrs.fields(type(self)) if field.repr)
    values = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in shown)
    return f"{type(self).__qualname__}({values})"
