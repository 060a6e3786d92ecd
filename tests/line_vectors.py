"""The published cardinal lines: by the way to the goal, the steps up to it."""

from __future__ import annotations

CARDINAL_STEPS = {
    (1, 0): "E",
    (0, 1): "S",
    (-1, 0): "W",
    (0, -1): "N",
    (1, 1): "ES",
    (-1, -1): "WN",
    (2, 1): "ESE",
    (1, 2): "SES",
    (3, 1): "ESEE",
    (-3, 1): "WSWW",
    (3, -1): "ENEE",
    (1, -3): "NENN",
    (3, 2): "SEESE",
    (2, 3): "ESSES",
    (4, 4): "ESESESES",
    (4, -4): "ENENENEN",
    (5, 2): "ESEESEE",
    (5, -2): "ENEENEE",
    (-5, -2): "WNWWNWW",
    (2, 5): "SESSESS",
    (-2, 5): "SWSSWSS",
    (6, 3): "ESEESEESE",
    (7, 3): "ESEESEESEE",
    (10, 4): "ESEESEEESEESEE",
    (5, 0): "EEEEE",
    (0, 5): "SSSSS",
}
