"""How levels of the tutorials are made."""
