-- Limits: lists of games in portions, each game with what a list shows of it, so that nobody asks for each; and how much
-- an account may fill the database with.

-- With the last command and the notes of a game that is over, as `last_command` and `annotations_of` return them; there
-- is no list of more than a few notes.
CREATE OR REPLACE VIEW rl.listed_games AS
SELECT id AS game,
    CASE WHEN ended IS NULL THEN (SELECT accounts.name FROM rl.accounts WHERE accounts.id = games.account)
        ELSE about ->> 'name' END AS name,
    key,
    about,
    (SELECT coalesce(max(number), 0) FROM rl.commands WHERE commands.game = games.id) AS commands,
    (extract(epoch FROM coalesce(ended, (SELECT since FROM rl.seats WHERE seats.account = games.account), now()))
        * 1000000)::bigint AS written,
    account,
    ended,
    unseen,
    CASE WHEN ended IS NOT NULL THEN (
        SELECT jsonb_build_array(number, command, turn, at, encode(before, 'hex'), encode(chain, 'hex'))
        FROM rl.commands WHERE commands.game = games.id ORDER BY number DESC LIMIT 1
    ) END AS last,
    CASE WHEN ended IS NOT NULL THEN (
        SELECT CASE WHEN count(*) <= 4 THEN
            coalesce(jsonb_agg(jsonb_build_array(number, note, encode(seal, 'hex')) ORDER BY id), '[]')
        END
        FROM (SELECT * FROM rl.annotations WHERE annotations.game = games.id ORDER BY id LIMIT 5) AS notes
    ) END AS notes
FROM rl.games WHERE key NOT LIKE 'unreadable.%';

-- The next finished games of an account, by their numbers.
CREATE FUNCTION rl.finished_games(of_account bigint, after_game bigint, most int) RETURNS SETOF rl.listed_games
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT * FROM listed_games WHERE account = of_account AND ended IS NOT NULL AND game > after_game
    ORDER BY game LIMIT most;
$$;

-- Two functions that answer null where there would be too many.

CREATE OR REPLACE FUNCTION rl.annotate(
    of_account bigint, with_token uuid, of_game bigint, at_number int, the_note text, its_seal bytea
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
BEGIN
    IF NOT may_write(of_account, with_token, of_game) THEN
        RETURN false;
    END IF;
    IF (SELECT count(*) FROM annotations WHERE game = of_game) >= 1000 THEN
        RETURN NULL;
    END IF;
    INSERT INTO annotations (game, number, note, seal) VALUES (of_game, at_number, the_note, its_seal)
    ON CONFLICT DO NOTHING;
    RETURN true;
END
$$;

CREATE OR REPLACE FUNCTION rl.set_text(of_account bigint, with_token uuid, of_kind text, its_name text, its_body text)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
BEGIN
    IF NOT holds_seat(of_account, with_token) THEN
        RETURN false;
    END IF;
    UPDATE texts SET body = its_body WHERE account = of_account AND kind = of_kind AND name = its_name;
    IF FOUND THEN
        RETURN true;
    END IF;
    IF (SELECT count(*) FROM texts WHERE account = of_account) >= 20000 THEN
        RETURN NULL;
    END IF;
    INSERT INTO texts VALUES (of_account, of_kind, its_name, its_body)
    ON CONFLICT (account, kind, name) DO UPDATE SET body = excluded.body;
    RETURN true;
END
$$;

REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA rl FROM PUBLIC;
