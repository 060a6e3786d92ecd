"""Games in a database that a clerk keeps: rows asked for over a socket, by operations that have names."""
