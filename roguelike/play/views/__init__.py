"""What a front-end shows and asks: rows, pages, a cell to point at, with what each key does; none of it is drawn."""
