"""Serving over SSH: a supervisor runs a gateway, which speaks SSH, and a fork server, which forks the games."""
