"""The clerk: the one process of a host that connects to the database, for the gateway and all games.

It runs named operations that arrive on a socket, and commits the commands of many games together.
"""
