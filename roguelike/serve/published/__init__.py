"""Finished games as plain files, which the web process serves without a database."""
