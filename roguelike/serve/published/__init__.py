"""Finished games as plain files, which pages show: whoever serves them opens no database."""
