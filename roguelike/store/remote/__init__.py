"""Games in a database: rows that a clerk reads and writes, by named operations over a socket."""
