"""The game in words: events, things in view and the odds of fights, independent of any front-end."""
