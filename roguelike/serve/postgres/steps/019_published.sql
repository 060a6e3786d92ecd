-- Finished games on pages, which all hosts show. Each change has a number. They commit in the order of these numbers,
-- since each locks the row of the last one: a host that asks for the changes after the last one it knows misses none.

-- The last change. The numbers of another series, as after a restore, say nothing of this one.
CREATE TABLE rl.last_change (
    change bigint NOT NULL,
    series uuid NOT NULL DEFAULT gen_random_uuid()
);
INSERT INTO rl.last_change (change) VALUES (0);

-- The games, with what pages say of each beside its story.
CREATE TABLE rl.published (
    game bigint PRIMARY KEY REFERENCES rl.games ON DELETE CASCADE,
    account bigint NOT NULL REFERENCES rl.accounts,
    key text NOT NULL,
    change bigint NOT NULL UNIQUE,
    record jsonb NOT NULL
);
CREATE INDEX published_account ON rl.published (account);
CREATE INDEX published_key ON rl.published (key);

-- Accounts whose games were taken from pages, with the last change that did so.
CREATE TABLE rl.withdrawn (
    account bigint PRIMARY KEY REFERENCES rl.accounts,
    change bigint NOT NULL UNIQUE
);

-- The number of a change, which is to be the last thing that a transaction locks.
CREATE FUNCTION rl.next_change() RETURNS bigint
LANGUAGE sql SET search_path = rl, pg_temp AS $$
    UPDATE last_change SET change = change + 1 RETURNING change;
$$;

-- Put a finished game on pages, in place of one of the same key that was played by another of that name before.
CREATE FUNCTION rl.publish(of_game bigint, told_record jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = rl, pg_temp AS $$
DECLARE
    its_change bigint;
BEGIN
    IF EXISTS (SELECT FROM published WHERE game = of_game) THEN
        RETURN;
    END IF;
    its_change := next_change();
    DELETE FROM published USING games WHERE games.id = of_game AND published.key = games.key;
    INSERT INTO published
    SELECT games.id, games.account, games.key, its_change,
        told_record || jsonb_build_object('account', games.account, 'key', games.key)
    FROM games WHERE games.id = of_game;
END
$$;

-- Note that the games of an account are on no page any more.
CREATE FUNCTION rl.note_withdrawn(of_account bigint) RETURNS void
LANGUAGE sql SET search_path = rl, pg_temp AS $$
    INSERT INTO withdrawn VALUES (of_account, next_change())
    ON CONFLICT (account) DO UPDATE SET change = excluded.change;
$$;

-- End a game, with its score if it is ranked, and put it on pages if it has a record and a key of its player's name.
CREATE FUNCTION rl.end_game(
    of_account bigint, with_token uuid, of_game bigint, its_key text, its_story text, is_unseen boolean, its_score jsonb,
    its_record jsonb
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
BEGIN
    IF NOT end_game(of_account, with_token, of_game, its_key, its_story, is_unseen, its_score) THEN
        RETURN false;
    END IF;
    IF its_record IS NOT NULL AND EXISTS (SELECT FROM accounts WHERE id = of_account AND starts_with(its_key, name || '-')) THEN
        PERFORM publish(of_game, its_record);
    END IF;
    RETURN true;
END
$$;

-- Take the games of an account from pages.
CREATE FUNCTION rl.withdraw_pages(of_account bigint, with_token uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
BEGIN
    IF NOT holds_seat(of_account, with_token) THEN
        RETURN false;
    END IF;
    DELETE FROM published WHERE account = of_account;
    IF FOUND THEN
        PERFORM note_withdrawn(of_account);
    END IF;
    RETURN true;
END
$$;

-- The last change, and the series of these numbers.
CREATE FUNCTION rl.last_change_of_pages() RETURNS TABLE (series uuid, change bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT series, change FROM last_change;
$$;

-- The next changes: games that were put on pages, and, without a record, accounts whose games were taken from them.
CREATE FUNCTION rl.changes_of_pages(after_change bigint, most int)
RETURNS TABLE (change bigint, account bigint, record jsonb, story text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT published.change, published.account, published.record, games.story
    FROM published JOIN games ON games.id = published.game WHERE published.change > after_change
    UNION ALL
    SELECT withdrawn.change, withdrawn.account, NULL, '' FROM withdrawn WHERE withdrawn.change > after_change
    ORDER BY 1 LIMIT most;
$$;

-- Delete an account, as before, and its pages.
CREATE OR REPLACE FUNCTION rl.delete_account(of_request uuid, of_account bigint, by_whom text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
DECLARE
    old_name text := lock_account(of_account);
    had_pages boolean;
BEGIN
    IF NOT note(of_request, by_whom, 'deleted ' || old_name || ', account ' || of_account) THEN
        RETURN;
    END IF;
    PERFORM check_account(of_account, old_name, NULL);
    UPDATE seats SET epoch = epoch + 1, token = gen_random_uuid(), boot = NULL, session = NULL WHERE account = of_account;
    had_pages := EXISTS (SELECT FROM published WHERE account = of_account);
    DELETE FROM commands USING games WHERE commands.game = games.id AND games.account = of_account;
    DELETE FROM games WHERE account = of_account;
    DELETE FROM texts WHERE account = of_account;
    DELETE FROM keys WHERE account = of_account;
    DELETE FROM links WHERE account = of_account;
    DELETE FROM bans WHERE kind = 'account' AND value = lower(old_name);
    UPDATE accounts SET name = '', name_key = '#' || of_account WHERE id = of_account;
    IF had_pages THEN
        PERFORM note_withdrawn(of_account);
    END IF;
END
$$;

-- Clear all seats, after a restore: no session from before can write, and hosts read all pages again.
CREATE OR REPLACE FUNCTION rl.clear_seats() RETURNS void
LANGUAGE sql SET search_path = rl, pg_temp AS $$
    UPDATE seats SET epoch = epoch + 1, token = gen_random_uuid(), boot = NULL, session = NULL, since = now();
    UPDATE last_change SET series = gen_random_uuid();
$$;

REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA rl FROM PUBLIC;
