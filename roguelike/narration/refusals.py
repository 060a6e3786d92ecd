"""Messages for requests that front-ends refuse, rather than the rules."""

from __future__ import annotations

from typing import Final

NOTHING_CARRIED: Final = "Nothing can be carried in this game."
NO_OTHER_WEAPON: Final = "You carry no other weapon."
FOUR_DIRECTIONS: Final = "No diagonal moves in this game."
NO_MORE_ALLIES: Final = "You cannot lead more allies: it stays."
IN_FLIGHT: Final = "Wait until it lands."
