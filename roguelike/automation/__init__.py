"""Many commands for one key: exploring, travelling, running, resting and fighting.

An automation chooses plain commands, one at a time, from what the player knows, and says why it stops. A journal holds
its commands like any others, so that replays and saves know nothing of it.
"""
