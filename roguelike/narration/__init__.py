"""The game in words: events, what is in view, and what a fight promises; drawn by nobody."""
