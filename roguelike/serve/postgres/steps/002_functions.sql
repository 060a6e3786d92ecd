-- What a session writes. Each function is fenced: without the token that the seat has now, it writes nothing.
--
-- FOR SHARE is what makes that sound. A plain read could find the old token, while the take-over commits and the new
-- session reads the journal, and commit its command afterwards. With the lock either the take-over waits for this
-- transaction, and then reads its command, or this one waits for the take-over, and finds another token.
--
-- Of a function that answers a boolean, false means that nothing was written; the same call again writes nothing more.

-- Sit down, or take over: of all who ask about the same epoch one gets a row, and the others none.
CREATE FUNCTION rl.sit_down(of_account bigint, at_epoch bigint, on_boot uuid, as_session int)
RETURNS TABLE (epoch bigint, token uuid)
LANGUAGE sql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    INSERT INTO seats (account) VALUES (of_account) ON CONFLICT DO NOTHING;
    UPDATE seats SET epoch = seats.epoch + 1, token = gen_random_uuid(), boot = on_boot, session = as_session, since = now()
    WHERE account = of_account AND seats.epoch = at_epoch
    RETURNING seats.epoch, seats.token;
$$;

-- Leave the seat free.
CREATE FUNCTION rl.stand_up(of_account bigint, with_token uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
BEGIN
    UPDATE seats SET token = gen_random_uuid(), boot = NULL, session = NULL, since = now()
    WHERE account = of_account AND token = with_token;
    RETURN FOUND;
END
$$;

-- Whether the seat is held with that token; then it is until the end of the transaction.
CREATE FUNCTION rl.holds_seat(of_account bigint, with_token uuid) RETURNS boolean
LANGUAGE plpgsql SET search_path = rl, pg_temp AS $$
BEGIN
    PERFORM FROM seats WHERE account = of_account AND token = with_token FOR SHARE;
    RETURN FOUND;
END
$$;

-- The same, and whether the game is that account's, and in progress.
CREATE FUNCTION rl.may_write(of_account bigint, with_token uuid, to_game bigint) RETURNS boolean
LANGUAGE plpgsql SET search_path = rl, pg_temp AS $$
BEGIN
    RETURN holds_seat(of_account, with_token)
        AND EXISTS (SELECT FROM games WHERE id = to_game AND account = of_account AND ended IS NULL);
END
$$;

-- Append commands of many games, each of which is the open game of its account. Returns those that are durable once this
-- is committed. Another row with the same number stays, and is not returned; the same row sent again is.
-- A batch must have each number of a game once. It is one statement, so that it costs one look at each table.
CREATE FUNCTION rl.append(
    accounts bigint[], tokens uuid[], to_games bigint[], numbers int[],
    texts text[], turns int[], moments bigint[], befores bytea[], chains bytea[]
) RETURNS TABLE (game bigint, number int)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    WITH told AS (
        SELECT * FROM unnest(accounts, tokens, to_games, numbers, texts, turns, moments, befores, chains)
            AS given (account, token, game, number, command, turn, at, before, chain)
    ), mine AS (
        SELECT told.*
        FROM told
        JOIN seats USING (account, token)
        JOIN games ON games.id = told.game AND games.account = told.account AND games.ended IS NULL
        ORDER BY told.account, told.number
        FOR SHARE OF seats
    )
    INSERT INTO commands
    SELECT mine.game, mine.number, mine.command, mine.turn, mine.at, mine.before, mine.chain FROM mine
    ON CONFLICT (game, number) DO UPDATE SET number = excluded.number WHERE commands.chain = excluded.chain
    RETURNING commands.game, commands.number;
END
$$;

-- Begin a game, with its first snapshot. Returns its id; none if the seat is gone, or another game is in progress.
CREATE FUNCTION rl.begin_game(
    of_account bigint, with_token uuid, told_about jsonb,
    its_digest bytea, its_fingerprint bytea, its_seal bytea, its_witness bytea, its_world bytea
) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
DECLARE
    begun bigint;
BEGIN
    IF NOT holds_seat(of_account, with_token) THEN
        RETURN NULL;
    END IF;
    INSERT INTO games (account, about) VALUES (of_account, told_about)
    ON CONFLICT (account) WHERE ended IS NULL
    DO UPDATE SET about = excluded.about WHERE games.about = excluded.about
    RETURNING id INTO begun;
    IF begun IS NOT NULL THEN
        INSERT INTO snapshots VALUES (begun, 0, its_digest, its_fingerprint, its_seal, its_witness, its_world)
        ON CONFLICT DO NOTHING;
    END IF;
    RETURN begun;
END
$$;

-- Add a snapshot, in place of one with the same number.
CREATE FUNCTION rl.snapshot(
    of_account bigint, with_token uuid, of_game bigint, at_number int,
    its_digest bytea, its_fingerprint bytea, its_seal bytea, its_witness bytea, its_world bytea
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
BEGIN
    IF NOT may_write(of_account, with_token, of_game) THEN
        RETURN false;
    END IF;
    INSERT INTO snapshots VALUES (of_game, at_number, its_digest, its_fingerprint, its_seal, its_witness, its_world)
    ON CONFLICT (game, number) DO UPDATE SET (digest, fingerprint, seal, witness, world)
        = ROW (excluded.digest, excluded.fingerprint, excluded.seal, excluded.witness, excluded.world);
    RETURN true;
END
$$;

CREATE FUNCTION rl.annotate(
    of_account bigint, with_token uuid, of_game bigint, at_number int, the_note text, its_seal bytea
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
BEGIN
    IF NOT may_write(of_account, with_token, of_game) THEN
        RETURN false;
    END IF;
    INSERT INTO annotations (game, number, note, seal) VALUES (of_game, at_number, the_note, its_seal)
    ON CONFLICT DO NOTHING;
    RETURN true;
END
$$;

-- End a game, with its score as an object by the columns of `scores`; one that is not ranked has none.
CREATE FUNCTION rl.end_game(
    of_account bigint, with_token uuid, of_game bigint, its_key text, its_story text, is_unseen boolean, its_score jsonb
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
BEGIN
    IF NOT holds_seat(of_account, with_token) THEN
        RETURN false;
    END IF;
    UPDATE games SET key = its_key, story = its_story, unseen = is_unseen, ended = now()
    WHERE id = of_game AND account = of_account AND ended IS NULL;
    IF NOT FOUND THEN -- true if the answer was lost, and this is sent again
        RETURN EXISTS (SELECT FROM games WHERE id = of_game AND account = of_account AND key = its_key);
    END IF;
    INSERT INTO scores
    SELECT games.about ->> 'id', games.id, told.name, told.rules, told.outcome, told.score, told.turn, told.kills, told.seed,
        games.ended, told.spoiled, told.depth, told.board, told.edition, told.feats
    FROM games, jsonb_to_record(its_score) AS told (
        name text, rules text, outcome text, score bigint, turn int, kills int, seed text,
        spoiled boolean, depth int, board text, edition int, feats text[]
    )
    WHERE games.id = of_game AND its_score IS NOT NULL
    ON CONFLICT DO NOTHING;
    RETURN true;
END
$$;

-- Note that the player has seen the end of a game.
CREATE FUNCTION rl.see_end(of_account bigint, with_token uuid, of_game bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
BEGIN
    IF NOT holds_seat(of_account, with_token) THEN
        RETURN false;
    END IF;
    UPDATE games SET unseen = false WHERE id = of_game AND account = of_account AND ended IS NOT NULL;
    RETURN FOUND;
END
$$;

CREATE FUNCTION rl.set_text(of_account bigint, with_token uuid, of_kind text, its_name text, its_body text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
BEGIN
    IF NOT holds_seat(of_account, with_token) THEN
        RETURN false;
    END IF;
    INSERT INTO texts VALUES (of_account, of_kind, its_name, its_body)
    ON CONFLICT (account, kind, name) DO UPDATE SET body = excluded.body;
    RETURN true;
END
$$;

REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA rl FROM PUBLIC;
