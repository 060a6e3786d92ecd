"""The game in a browser: pages, frames as JSON, and the process that serves them."""
