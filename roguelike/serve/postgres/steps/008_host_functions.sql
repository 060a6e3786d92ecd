-- What hosts read, beat and order, and how they sit down: with this step, whatever a clerk asks for is a function.
--
-- A function that is SECURITY DEFINER is for hosts, which have no rights on tables. Any other is a part of those, with
-- the rights of its caller, or for the owner: a host that could call it would still do nothing.

-- The version of the schema.
CREATE FUNCTION rl.version() RETURNS int
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT version FROM meta;
$$;

-- Register a host, in place of an older run or of a host of the same name that is silent. False if that name is taken.
CREATE FUNCTION rl.register_host(its_name text, its_boot uuid, its_program text, silent_after int) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
BEGIN
    INSERT INTO hosts (name, boot, address, certificate, program, engine)
    VALUES (its_name, its_boot, '', '', its_program, 0)
    ON CONFLICT (name) DO UPDATE SET boot = excluded.boot, program = excluded.program, beat = now(), draining = false
    WHERE hosts.boot = excluded.boot OR hosts.beat < now() - make_interval(secs => silent_after);
    RETURN FOUND;
END
$$;

-- Beat. False if a host of that name has registered since.
CREATE FUNCTION rl.beat(its_name text, its_boot uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
BEGIN
    UPDATE hosts SET beat = now() WHERE name = its_name AND boot = its_boot;
    RETURN FOUND;
END
$$;

-- All hosts that ever served: the seconds since their last beats, and how many seats they have.
CREATE FUNCTION rl.all_hosts(silent_after int)
RETURNS TABLE (name text, program text, seconds int, is_silent boolean, seats bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT name, program, extract(epoch FROM now() - beat)::int, beat <= now() - make_interval(secs => silent_after),
        (SELECT count(*) FROM seats WHERE seats.boot = hosts.boot)
    FROM hosts ORDER BY name;
$$;

-- The hosts that beat; with a name, the one of that name.
CREATE FUNCTION rl.beating_hosts(silent_after int, its_name text) RETURNS TABLE (name text, boot uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT name, boot FROM hosts WHERE beat > now() - make_interval(secs => silent_after) AND its_name IN ('', name)
    ORDER BY name;
$$;

-- Give an order to one run of a host, or to all hosts without a goal, and wake them.
CREATE FUNCTION rl.give_order(its_goal uuid, its_text jsonb) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
DECLARE
    given bigint;
BEGIN
    INSERT INTO orders (goal, what) VALUES (its_goal, its_text) RETURNING id INTO given;
    PERFORM pg_notify('rl_orders', '');
    RETURN given;
END
$$;

-- The orders that a run of a host has not answered yet, the oldest first.
CREATE FUNCTION rl.new_orders(of_boot uuid, fresh interval) RETURNS TABLE (id bigint, what jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT id, what FROM orders
    WHERE (goal IS NULL OR goal = of_boot) AND made > now() - fresh
        AND NOT EXISTS (SELECT FROM answers WHERE answers.id = orders.id AND boot = of_boot)
    ORDER BY id;
$$;

CREATE FUNCTION rl.answer_order(of_order bigint, of_boot uuid, its_text jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    INSERT INTO answers (id, boot, what) VALUES (of_order, of_boot, its_text) ON CONFLICT DO NOTHING;
$$;

-- The answers to an order, with the names of the hosts.
CREATE FUNCTION rl.answers_to(of_order bigint) RETURNS TABLE (name text, what jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT hosts.name, what FROM answers JOIN hosts USING (boot) WHERE id = of_order ORDER BY hosts.name;
$$;

-- Delete old orders, with their answers.
CREATE FUNCTION rl.sweep_orders(fresh interval) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    DELETE FROM orders WHERE made < now() - fresh;
$$;

-- The seat of an account, and the host that has it, unless that is silent or the one that asks.
CREATE FUNCTION rl.seat_of(of_account bigint, of_boot uuid, silent_after int)
RETURNS TABLE (epoch bigint, name text, since timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT epoch, hosts.name, since
    FROM seats LEFT JOIN hosts
        ON hosts.boot = seats.boot AND hosts.boot <> of_boot AND beat > now() - make_interval(secs => silent_after)
    WHERE account = of_account;
$$;

-- Whether a seat is held with that token. It can be lost in the next moment: what writes asks `holds_seat`.
CREATE FUNCTION rl.has_seat(of_account bigint, with_token uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT EXISTS (SELECT FROM seats WHERE account = of_account AND token = with_token);
$$;

-- Sit down, as `sit_down` does, and order a session of another host that had the seat to end. The same again, as after
-- a lost answer, returns the same.
CREATE FUNCTION rl.take_seat(of_account bigint, at_epoch bigint, on_boot uuid, as_session int)
RETURNS TABLE (epoch bigint, token uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
DECLARE
    held record;
BEGIN
    SELECT boot, seats.token INTO held FROM seats WHERE account = of_account AND seats.epoch = at_epoch;
    RETURN QUERY SELECT * FROM sit_down(of_account, at_epoch, on_boot, as_session);
    IF NOT FOUND THEN
        RETURN QUERY SELECT seats.epoch, seats.token FROM seats
        WHERE account = of_account AND seats.epoch = at_epoch + 1 AND boot = on_boot AND session = as_session;
    ELSIF held.boot <> on_boot THEN
        PERFORM give_order(held.boot, jsonb_build_object('do', 'end_session', 'seat', held.token));
    END IF;
END
$$;

-- The keys of an account, the oldest first.
CREATE FUNCTION rl.keys_of(of_account bigint)
RETURNS TABLE (fingerprint text, kind text, added text, used text, label text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT fingerprint, kind, plain(added), plain(used), label FROM keys WHERE account = of_account
    ORDER BY keys.added, fingerprint;
$$;

-- The account of that name, whatever the case.
CREATE FUNCTION rl.account_named(its_name text) RETURNS TABLE (id bigint, name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT id, name FROM accounts WHERE name_key = lower(its_name);
$$;

-- Whether an account has logged in within that time.
CREATE FUNCTION rl.was_seen(of_account bigint, within interval) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT EXISTS (SELECT FROM accounts WHERE id = of_account AND seen >= now() - within);
$$;

-- Whether an account has a game in progress.
CREATE FUNCTION rl.has_game(of_account bigint) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT EXISTS (SELECT FROM games WHERE account = of_account AND ended IS NULL);
$$;

-- All bans; of a permanent one the end is empty.
CREATE FUNCTION rl.all_bans() RETURNS TABLE (kind text, value text, until text, reason text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT kind, value, coalesce(plain(until), ''), reason FROM bans ORDER BY kind, value;
$$;

-- Games as they are listed, without those that cannot be read; `written` in microseconds since 1970.
CREATE VIEW rl.listed_games AS
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
    unseen
FROM rl.games WHERE key NOT LIKE 'unreadable.%';

CREATE FUNCTION rl.listed_game(of_game bigint) RETURNS SETOF rl.listed_games
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT * FROM listed_games WHERE game = of_game;
$$;

CREATE FUNCTION rl.game_in_progress(of_account bigint) RETURNS SETOF rl.listed_games
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT * FROM listed_games WHERE account = of_account AND ended IS NULL;
$$;

CREATE FUNCTION rl.finished_games(of_account bigint) RETURNS SETOF rl.listed_games
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT * FROM listed_games WHERE account = of_account AND ended IS NOT NULL;
$$;

-- The finished games of all accounts, the latest first.
CREATE FUNCTION rl.newest_games(most int) RETURNS SETOF rl.listed_games
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT * FROM listed_games WHERE ended IS NOT NULL ORDER BY ended DESC, game DESC LIMIT most;
$$;

-- The finished game of that key, the account's own before others.
CREATE FUNCTION rl.finished_game(of_account bigint, its_key text) RETURNS SETOF rl.listed_games
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT * FROM listed_games WHERE key = its_key AND ended IS NOT NULL
    ORDER BY account <> of_account, ended DESC LIMIT 1;
$$;

-- The finished games of an account whose end the player has not seen, by the name that they had, the oldest first.
CREATE FUNCTION rl.unseen_games(of_account bigint, its_name text) RETURNS SETOF rl.listed_games
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT * FROM listed_games
    WHERE account = of_account AND unseen AND ended IS NOT NULL AND about ->> 'name' = its_name
    ORDER BY ended, game;
$$;

-- The keys of all finished games of an account, also of those that cannot be read.
CREATE FUNCTION rl.finished_keys(of_account bigint) RETURNS TABLE (game bigint, key text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT id, key FROM games WHERE account = of_account AND key <> '';
$$;

-- Digest of all rows of a game; the last link of the chain is that of its commands.
CREATE FUNCTION rl.digest_of(of_game bigint) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT encode(sha256(
        convert_to(about::text, 'UTF8')
        || coalesce((SELECT int4send(number) || chain FROM commands WHERE game = of_game
            ORDER BY number DESC LIMIT 1), '')
        || coalesce((SELECT string_agg(int4send(number) || digest || seal || witness, '' ORDER BY number)
            FROM snapshots WHERE game = of_game), '')
        || coalesce((SELECT string_agg(convert_to(note, 'UTF8') || seal, '' ORDER BY id)
            FROM annotations WHERE game = of_game), '')
    ), 'hex') FROM games WHERE id = of_game;
$$;

-- The games of other accounts with the best scores, by account. The proof of each is a text of the account that asks,
-- or else of that which played.
CREATE FUNCTION rl.ranked_games(for_account bigint, most int)
RETURNS TABLE (account bigint, game bigint, name text, key text, about jsonb, digest text, proof text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT account, game, name, key, about, digest_of(game), (
        SELECT body FROM texts
        WHERE kind = 'proof' AND (texts.account, texts.name) IN (
            (listed_games.account, listed_games.key), (for_account, listed_games.account || '/' || listed_games.key)
        )
        ORDER BY texts.account = for_account DESC LIMIT 1
    )
    FROM listed_games
    WHERE account <> for_account AND ended IS NOT NULL AND game IN (
        SELECT game FROM (SELECT game FROM scores ORDER BY board, edition DESC, score DESC, at LIMIT most) AS best
    )
    ORDER BY account, ended, game;
$$;

-- Whether a session of an account may read a game: its own, and those that are over.
CREATE FUNCTION rl.may_read(of_account bigint, of_game bigint) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT EXISTS (SELECT FROM games WHERE id = of_game AND (account = of_account OR ended IS NOT NULL));
$$;

-- The next commands of a game, in their order.
CREATE FUNCTION rl.commands_after(of_game bigint, after_number int, most int)
RETURNS TABLE (number int, command text, turn int, at bigint, before text, chain text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT number, command, turn, at, encode(before, 'hex'), encode(chain, 'hex') FROM commands
    WHERE game = of_game AND number > after_number ORDER BY number LIMIT most;
$$;

CREATE FUNCTION rl.last_command(of_game bigint)
RETURNS TABLE (number int, command text, turn int, at bigint, before text, chain text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT number, command, turn, at, encode(before, 'hex'), encode(chain, 'hex') FROM commands
    WHERE game = of_game ORDER BY number DESC LIMIT 1;
$$;

-- The numbers of the snapshots of a game, the newest first.
CREATE FUNCTION rl.snapshot_numbers(of_game bigint) RETURNS SETOF int
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT number FROM snapshots WHERE game = of_game ORDER BY number DESC;
$$;

CREATE FUNCTION rl.snapshot_of(of_game bigint, at_number int)
RETURNS TABLE (digest text, fingerprint text, seal text, witness text, world bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT encode(digest, 'hex'), encode(fingerprint, 'hex'), encode(seal, 'hex'), encode(witness, 'hex'), world
    FROM snapshots WHERE game = of_game AND number = at_number;
$$;

CREATE FUNCTION rl.annotations_of(of_game bigint) RETURNS TABLE (number int, note text, seal text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT number, note, encode(seal, 'hex') FROM annotations WHERE game = of_game ORDER BY id;
$$;

-- A text of an account; none if it was never written.
CREATE FUNCTION rl.text_of(of_account bigint, of_kind text, its_name text) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT body FROM texts WHERE account = of_account AND kind = of_kind AND name = its_name;
$$;

-- A score as clerks tell it.
CREATE FUNCTION rl.told_score(told rl.scores) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = rl, pg_temp AS $$
    SELECT to_jsonb(told) - '{id,game,at}'::text[] || jsonb_build_object('when', told.at);
$$;

CREATE FUNCTION rl.best_scores(most int) RETURNS TABLE (id text, score jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT id, told_score(scores) FROM scores ORDER BY board, edition DESC, scores.score DESC, at LIMIT most;
$$;

-- The score of the game with that id; none if it is not ranked.
CREATE FUNCTION rl.score_of(its_id text) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT told_score(scores) FROM scores WHERE id = its_id;
$$;

-- By rules, board and edition: how many scores of a player are above one, how many the player has, how many of all are
-- above, and how many there are.
CREATE FUNCTION rl.score_groups(of_name text, above bigint)
RETURNS TABLE (rules text, board text, edition int, own_above bigint, own bigint, all_above bigint, all_scores bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT rules, board, edition, count(*) FILTER (WHERE name = of_name AND score > above),
        count(*) FILTER (WHERE name = of_name), count(*) FILTER (WHERE score > above), count(*)
    FROM scores GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
$$;

-- How many scores a player has, or how many there are for an empty name.
CREATE FUNCTION rl.count_scores(of_name text) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT count(*) FROM scores WHERE of_name IN ('', name);
$$;

ALTER FUNCTION rl.plain(timestamptz) SECURITY INVOKER;

REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA rl FROM PUBLIC;
