"""How monsters of the tutorials find their way."""
