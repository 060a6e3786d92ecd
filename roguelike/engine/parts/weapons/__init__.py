"""How one strikes with weapons."""
