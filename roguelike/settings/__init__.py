"""What a person has set: how the game is shown, which keys do what, which messages are hidden."""
