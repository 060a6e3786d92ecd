-- Appending as `append` of 002 does, which no release from this one on calls: behind the same fence, but without waiting
-- for a seat that somebody has locked, as a take-over has. Nothing is written then, and the clerk tries again: so a seat
-- holds up its own game alone. SKIP LOCKED leaves the fence as it is: who gets the lock holds it until the commit.

-- Append one command. True if it is durable once this is committed, false if it is refused, null if the seat is locked.
CREATE FUNCTION rl.append_one(
    of_account bigint, with_token uuid, to_game bigint, its_number int,
    its_text text, its_turn int, its_moment bigint, its_before bytea, its_chain bytea
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
BEGIN
    INSERT INTO commands
    SELECT to_game, its_number, its_text, its_turn, its_moment, its_before, its_chain
    FROM seats JOIN games ON games.id = to_game AND games.account = of_account AND games.ended IS NULL
    WHERE seats.account = of_account AND seats.token = with_token
    FOR SHARE OF seats SKIP LOCKED
    ON CONFLICT (game, number) DO UPDATE SET number = excluded.number WHERE commands.chain = excluded.chain;
    IF FOUND THEN
        RETURN true;
    END IF;
    PERFORM FROM seats JOIN games ON games.id = to_game AND games.account = of_account AND games.ended IS NULL
    WHERE seats.account = of_account AND seats.token = with_token AND NOT EXISTS (
        SELECT FROM commands WHERE game = to_game AND number = its_number AND chain <> its_chain
    );
    RETURN CASE WHEN FOUND THEN NULL ELSE false END;
END
$$;

-- Append commands of many games. Returns those that are durable once this is committed, and those whose seat is locked;
-- the others are refused.
CREATE FUNCTION rl.append_many(
    accounts bigint[], tokens uuid[], to_games bigint[], numbers int[],
    texts text[], turns int[], moments bigint[], befores bytea[], chains bytea[]
) RETURNS TABLE (game bigint, number int, is_durable boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
#variable_conflict use_column
DECLARE
    written bigint;
BEGIN
    WITH told AS (
        SELECT * FROM unnest(accounts, tokens, to_games, numbers, texts, turns, moments, befores, chains)
            AS given (account, token, game, number, command, turn, at, before, chain)
    ), mine AS (
        SELECT told.*
        FROM told
        JOIN seats USING (account, token)
        JOIN games ON games.id = told.game AND games.account = told.account AND games.ended IS NULL
        ORDER BY told.account, told.number
        FOR SHARE OF seats SKIP LOCKED
    )
    INSERT INTO commands
    SELECT mine.game, mine.number, mine.command, mine.turn, mine.at, mine.before, mine.chain FROM mine
    ON CONFLICT (game, number) DO UPDATE SET number = excluded.number WHERE commands.chain = excluded.chain;
    GET DIAGNOSTICS written = ROW_COUNT;
    IF written = cardinality(accounts) THEN
        RETURN QUERY SELECT told.*, true FROM unnest(to_games, numbers) AS told;
    ELSE
        RETURN QUERY
        SELECT told.game, told.number, commands.chain IS NOT NULL
        FROM unnest(accounts, tokens, to_games, numbers, chains) AS told (account, token, game, number, chain)
        JOIN seats USING (account, token)
        JOIN games ON games.id = told.game AND games.account = told.account AND games.ended IS NULL
        LEFT JOIN commands ON commands.game = told.game AND commands.number = told.number
        WHERE commands.chain IS NULL OR commands.chain = told.chain;
    END IF;
END
$$;

REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA rl FROM PUBLIC;
