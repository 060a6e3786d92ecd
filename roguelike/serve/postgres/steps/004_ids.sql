-- The `id` of a game belongs to it alone: scores are found by it, and a game with another's would keep that one's out.

CREATE UNIQUE INDEX games_id ON rl.games ((about ->> 'id'));
