"""Names of kinds that may refer to one another in a circle: a rule set resolves them.

The reader of a rule set has checked that there is a kind of that name.
"""

from __future__ import annotations

from typing import Annotated

ActorName = Annotated[str, "Actor"]
"""The name of a kind of monster."""
ConditionName = Annotated[str, "Condition"]
ItemName = Annotated[str, "Item"]
TerrainName = Annotated[str, "Terrain"]
GroundName = Annotated[str, "Ground"]
"""The name of terrain that is no cover."""
CoverName = Annotated[str, "Cover"]
"""The name of terrain that covers the ground."""
GasName = Annotated[str, "Gas"]
FeatureName = Annotated[str, "Feature"]
HordeName = Annotated[str, "Horde"]
