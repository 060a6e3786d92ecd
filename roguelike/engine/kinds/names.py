"""Names of kinds, for references that may be circular; the rule set resolves them.

The reader of the rule set has checked that the kinds exist.
"""

from __future__ import annotations

from typing import Annotated

ActorName = Annotated[str, "Actor"]
"""The name of a kind of monster."""
ConditionName = Annotated[str, "Condition"]
ItemName = Annotated[str, "Item"]
TerrainName = Annotated[str, "Terrain"]
GroundName = Annotated[str, "Ground"]
"""The name of a terrain of the layer `ground`."""
CoverName = Annotated[str, "Cover"]
"""The name of a terrain of the layer `cover`."""
GasName = Annotated[str, "Gas"]
FeatureName = Annotated[str, "Feature"]
HordeName = Annotated[str, "Horde"]
