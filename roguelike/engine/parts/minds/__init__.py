"""How monsters choose their commands."""
