"""Events, one class per fact, named in the past tense, with the values of that moment.

`AnyEvent` is the closed union of them all. The variant of an event is the key of its text in `messages.toml`.
"""

from __future__ import annotations

import re
from typing import Final, get_args

from roguelike.engine.events.conditions import (
    Absorbed,
    ConditionBegan,
    ConditionEnded,
    ConditionEnding,
    Resisted,
    Struggled,
)
from roguelike.engine.events.event import PLAYER_ID, ActorRef, Event, ItemRef, Named
from roguelike.engine.events.fighting import (
    Bounced,
    Died,
    Exploded,
    Harm,
    Harmed,
    Healed,
    Launched,
    Mended,
    Missed,
    MissileMissed,
    Strengthened,
    Struck,
)
from roguelike.engine.events.fire import BurnedUp, FlaredUp, GasReleased, Ignited
from roguelike.engine.events.items import (
    Appraised,
    BecameReady,
    Crushed,
    Drifted,
    Dropped,
    Equipped,
    Identified,
    Improved,
    ItemBroke,
    ItemFell,
    Laid,
    LeftBehind,
    PickedUp,
    PushedAside,
    Recharged,
    Returned,
    Sank,
    Shattered,
    Threw,
    Used,
    Wasted,
    Weakened,
)
from roguelike.engine.events.lamp import LampChange, LampChanged
from roguelike.engine.events.levels import ArrivedBehind, ChangedLevel, Fell, Felt, FloorHeld
from roguelike.engine.events.minds import (
    Acted,
    Called,
    FallenAlly,
    FollowsLater,
    Freed,
    Heard,
    HitNothing,
    HordeArrived,
    LostAlly,
    LostTrack,
    Noticed,
    Rose,
    Split,
    Stole,
    Summoned,
    SwappedPlaces,
    Tamed,
    Woke,
)
from roguelike.engine.events.movement import Blinked, Bumped, CameIntoView, Moved, Teleported, Vanished
from roguelike.engine.events.refusals import CannotDo, Reason, Refused
from roguelike.engine.events.terrain import (
    Creaked,
    FeatureActed,
    FeatureFound,
    Pushed,
    TerrainChanged,
    TrapSprung,
    Unlocked,
    Veiled,
)
from roguelike.engine.events.time import Started, TurnEnded, Won

__all__ = [
    "CONDITION_TEXTS",
    "PLAYER_ID",
    "TEXT_KEYS",
    "Absorbed",
    "Acted",
    "ActorRef",
    "AnyEvent",
    "Appraised",
    "ArrivedBehind",
    "BecameReady",
    "Blinked",
    "Bounced",
    "Bumped",
    "BurnedUp",
    "Called",
    "CameIntoView",
    "CannotDo",
    "ChangedLevel",
    "ConditionBegan",
    "ConditionEnded",
    "ConditionEnding",
    "Creaked",
    "Crushed",
    "Died",
    "Drifted",
    "Dropped",
    "Equipped",
    "Event",
    "Exploded",
    "FallenAlly",
    "FeatureActed",
    "FeatureFound",
    "Fell",
    "Felt",
    "FlaredUp",
    "FloorHeld",
    "FollowsLater",
    "Freed",
    "GasReleased",
    "Harm",
    "Harmed",
    "Healed",
    "Heard",
    "HitNothing",
    "HordeArrived",
    "Identified",
    "Ignited",
    "Improved",
    "ItemBroke",
    "ItemFell",
    "ItemRef",
    "Laid",
    "LampChange",
    "LampChanged",
    "Launched",
    "LeftBehind",
    "LostAlly",
    "LostTrack",
    "Mended",
    "Missed",
    "MissileMissed",
    "Moved",
    "Named",
    "Noticed",
    "PickedUp",
    "Pushed",
    "PushedAside",
    "Reason",
    "Recharged",
    "Refused",
    "Resisted",
    "Returned",
    "Rose",
    "Sank",
    "Shattered",
    "Split",
    "Started",
    "Stole",
    "Strengthened",
    "Struck",
    "Struggled",
    "Summoned",
    "SwappedPlaces",
    "Tamed",
    "Teleported",
    "TerrainChanged",
    "Threw",
    "TrapSprung",
    "TurnEnded",
    "Unlocked",
    "Used",
    "Vanished",
    "Veiled",
    "Wasted",
    "Weakened",
    "Woke",
    "Won",
]

AnyEvent = (
    Started
    | Moved
    | Bumped
    | CameIntoView
    | Missed
    | Struck
    | Harmed
    | MissileMissed
    | Died
    | LeftBehind
    | PushedAside
    | Crushed
    | PickedUp
    | Dropped
    | Laid
    | Threw
    | Shattered
    | Equipped
    | BecameReady
    | Identified
    | Appraised
    | Improved
    | Recharged
    | Healed
    | Strengthened
    | Mended
    | Launched
    | Exploded
    | ConditionBegan
    | ConditionEnded
    | ConditionEnding
    | ChangedLevel
    | ArrivedBehind
    | Fell
    | FlaredUp
    | FloorHeld
    | Felt
    | TerrainChanged
    | FeatureActed
    | Returned
    | Unlocked
    | Pushed
    | FeatureFound
    | Veiled
    | Creaked
    | TrapSprung
    | Absorbed
    | Struggled
    | Vanished
    | Drifted
    | ItemBroke
    | ItemFell
    | Sank
    | Ignited
    | BurnedUp
    | GasReleased
    | TurnEnded
    | Won
    | Noticed
    | Woke
    | LostTrack
    | Heard
    | Acted
    | HitNothing
    | Summoned
    | Blinked
    | Bounced
    | Resisted
    | Tamed
    | Teleported
    | Used
    | Wasted
    | Weakened
    | Split
    | Rose
    | Stole
    | SwappedPlaces
    | Freed
    | LostAlly
    | FollowsLater
    | FallenAlly
    | Called
    | HordeArrived
    | LampChanged
    | Refused
)

_OF_CONDITIONS: Final[dict[type[Event], frozenset[str]]] = {
    ConditionBegan: frozenset({"victim", "turns"}),
    ConditionEnding: frozenset({"victim", "left"}),
    ConditionEnded: frozenset({"victim"}),
}

CONDITION_TEXTS: dict[str, frozenset[str]] = {
    variant: fields for event, fields in _OF_CONDITIONS.items() for variant in event.variants
}
"""The fields that a condition's text can show, by variant; these texts belong to the kinds of conditions."""

TEXT_KEYS: dict[type[Event], str] = {
    event: re.sub("(?<!^)([A-Z])", r"_\1", event.__name__).lower()
    for event in get_args(AnyEvent)
    if event not in _OF_CONDITIONS
}
"""The name of the table of texts in `messages.toml`, by event."""
