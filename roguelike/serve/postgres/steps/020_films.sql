-- The game of that key that is on pages, and whether a game is: whoever makes films of those reads no others.
CREATE FUNCTION rl.published_game(its_key text) RETURNS SETOF rl.listed_games
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT * FROM listed_games WHERE game IN (SELECT game FROM published WHERE key = its_key);
$$;

CREATE FUNCTION rl.is_published(of_game bigint) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT EXISTS (SELECT FROM published WHERE game = of_game);
$$;

REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA rl FROM PUBLIC;
