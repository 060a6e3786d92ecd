"""The clerk: the one process of a host that speaks with the database, for the gateway and for all games.

It gets operations with names over a socket, and joins the commands of many games into one commit.
"""
