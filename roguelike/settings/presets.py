"""Key presets: the direction keys, and new keys for actions that they displace."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from roguelike.classes import frozen
from roguelike.engine.geometry import Direction

ORDER: Final = (
    Direction.NORTH,
    Direction.SOUTH,
    Direction.WEST,
    Direction.EAST,
    Direction.NORTH_WEST,
    Direction.NORTH_EAST,
    Direction.SOUTH_WEST,
    Direction.SOUTH_EAST,
)
ARROWS: Final = "up down left right home page_up end page_down"
"""The corners of a numpad without number lock: Home, PgUp, End and PgDn."""
VI: Final = "k j h l y u b n"
VI_QWERTZ: Final = "k j h l z u b n"
"""The same positions on a QWERTZ keyboard, which swaps `y` and `z`."""
DIGITS: Final = "8 2 4 6 7 9 1 3"
TELEPHONE: Final = "2 8 4 6 1 3 7 9"
"""The digits with 1 2 3 in the top row, as on a telephone."""
LEFT_HAND: Final = "w x a d q e z c"
"""The square around `s` on a QWERTY keyboard."""
LEFT_HAND_QWERTZ: Final = "w x a d q e y c"

Keys = Mapping[str, Mapping[str, tuple[str, ...]]]
"""Keys by the section of a screen and the action."""


@frozen
class Preset:
    """A set of direction keys, with the default keys of other actions."""

    name: str
    blocks: tuple[str, ...]
    """Groups of eight direction keys, in the order of `ORDER`."""
    keys: Keys = attrs.field(factory=dict)
    """Actions whose keys differ from the defaults of their screens."""
    stand_ins: Mapping[str, str] = attrs.field(factory=dict)
    """Keys that a keyboard lacks, and their substitutes on every screen where these have no other meaning."""
    directions: Mapping[str, Direction] = attrs.field(init=False)
    runs: Mapping[str, Direction] = attrs.field(init=False)
    """The direction keys with Shift; Shift and a digit is another character on every keyboard."""

    @directions.default
    def _directions(self) -> Mapping[str, Direction]:
        return {key: way for block in self.blocks for key, way in zip(block.split(), ORDER, strict=True)}

    @runs.default
    def _runs(self) -> Mapping[str, Direction]:
        return {
            key.upper() if len(key) == 1 else f"shift_{key}": way
            for key, way in self.directions.items()
            if not key.isdigit()
        }


_LAPTOP: Final[Keys] = {
    "play": {
        "fight": ("tab",),
        "rest": ("r",),
        "search": ("S",),
        "wait": ("s", ".", "center", " "),
        "drop": ("p",),
        "equip": ("v",),
        "swap": ("'",),
        "cover": ("k",),
        "drink": ("u",),
        "read": ("R",),
        "zap": ("y",),
        "discoveries": ("V",),
        "examine": ("l",),
        "quit": ("escape",),
    },
    "aim": {"cancel": ("escape",)},
    "examine": {"cancel": ("escape",), "close": ("l",)},
    "watch": {"follow": ("f",), "back": ("escape",)},
}
STAND_INS: Final = {
    "escape": ";",
    "tab": "/",
    "shift_tab": ":",
    "up": ":",
    "down": "/",
    "left": "(",
    "right": ")",
    "page_up": "<",
    "page_down": ">",
    "home": "[",
    "end": "]",
    "delete": "}",
    "ctrl_u": "{",
    "ctrl_p": "&",
    "f1": "?",
}
"""Signs on the keyboards of phones; no name, seed or search has any of them."""
STANDARD: Final = Preset("standard", (ARROWS, VI, DIGITS))
PRESETS: Final = {
    preset.name: preset
    for preset in (
        STANDARD,
        Preset("vi", (ARROWS, VI), {"play": {"wait": (".", "center", " ")}}),
        Preset("numpad", (ARROWS, DIGITS)),
        Preset("telephone", (ARROWS, TELEPHONE)),
        Preset("laptop", (ARROWS, LEFT_HAND), _LAPTOP),
        Preset(
            "phone", STANDARD.blocks, {"places": {"sort": ("tab", "&"), "previous_sort": ("shift_tab", "%")}}, STAND_INS
        ),
        Preset("qwertz", (ARROWS, VI_QWERTZ, DIGITS), {"play": {"zap": ("y",), "rest": ("Y",)}}),
        Preset("laptop-qwertz", (ARROWS, LEFT_HAND_QWERTZ), {**_LAPTOP, "play": {**_LAPTOP["play"], "zap": ("z",)}}),
    )
}
