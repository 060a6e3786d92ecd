"""How monsters of the tutorials choose their commands."""
