-- What changes accounts, their keys and codes, and bans. Each function is one change: all of it is done, with its row in
-- the audit, or nothing. Where it cannot be, it raises RL001, with a word for the reason.
--
-- A change has a request, which is new for each: the same one sent again, as after a lost answer, changes nothing more.
-- Who changes an account or its keys and codes first locks its row. A session gives the key of its login as `with_key`,
-- and changes the account that has this key; an administrator gives none.

ALTER TABLE rl.audit ADD COLUMN request uuid UNIQUE;

-- A moment as text, in whole seconds and UTC.
CREATE FUNCTION rl.plain(moment timestamptz) RETURNS text
LANGUAGE sql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"');
$$;

-- Write into the audit. False if that was done before. Clerks listen, and read bans and accounts again.
CREATE FUNCTION rl.note(of_request uuid, its_author text, its_text text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
BEGIN
    INSERT INTO audit (request, who, what) VALUES (of_request, its_author, its_text) ON CONFLICT (request) DO NOTHING;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    PERFORM pg_notify('rl_accounts', '');
    RETURN true;
END
$$;

-- Lock an account until the end of the transaction, and return its name: empty for one that is deleted, or never was.
-- References to it are no changes, so that games go on.
CREATE FUNCTION rl.lock_account(of_account bigint) RETURNS text
LANGUAGE plpgsql SET search_path = rl, pg_temp AS $$
DECLARE
    found_name text;
BEGIN
    SELECT name INTO found_name FROM accounts WHERE id = of_account FOR NO KEY UPDATE;
    RETURN coalesce(found_name, '');
END
$$;

-- Refuse what is no account, and a session whose key is not the account's.
CREATE FUNCTION rl.check_account(of_account bigint, its_name text, with_key text) RETURNS void
LANGUAGE plpgsql SET search_path = rl, pg_temp AS $$
BEGIN
    IF its_name = '' THEN
        RAISE EXCEPTION 'no account' USING ERRCODE = 'RL001';
    END IF;
    IF with_key IS NOT NULL AND NOT EXISTS (SELECT FROM keys WHERE fingerprint = with_key AND account = of_account) THEN
        RAISE EXCEPTION 'key removed' USING ERRCODE = 'RL001';
    END IF;
END
$$;

-- Make an account without a key.
CREATE FUNCTION rl.make_account(its_name text) RETURNS bigint
LANGUAGE plpgsql SET search_path = rl, pg_temp AS $$
DECLARE
    made bigint;
BEGIN
    INSERT INTO accounts (name, name_key) VALUES (its_name, lower(its_name))
    ON CONFLICT (name_key) DO NOTHING RETURNING id INTO made;
    IF made IS NULL THEN
        RAISE EXCEPTION 'taken' USING ERRCODE = 'RL001';
    END IF;
    RETURN made;
END
$$;

-- Give a key to an account that is locked, or new.
CREATE FUNCTION rl.put_key(of_account bigint, its_fingerprint text, its_kind text) RETURNS void
LANGUAGE plpgsql SET search_path = rl, pg_temp AS $$
BEGIN
    INSERT INTO keys (fingerprint, account, kind) VALUES (its_fingerprint, of_account, its_kind)
    ON CONFLICT (fingerprint) DO NOTHING;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'known key' USING ERRCODE = 'RL001';
    END IF;
    IF (SELECT count(*) FROM keys WHERE account = of_account) > 16 THEN
        RAISE EXCEPTION 'too many keys' USING ERRCODE = 'RL001';
    END IF;
END
$$;

-- Give a code to an account that is locked; an older one is void. Old codes of others are removed unless somebody has
-- them locked.
CREATE FUNCTION rl.put_code(of_account bigint, its_hash bytea, lasting interval) RETURNS void
LANGUAGE plpgsql SET search_path = rl, pg_temp AS $$
BEGIN
    DELETE FROM links WHERE account = of_account;
    DELETE FROM links WHERE hash IN (SELECT hash FROM links WHERE until <= now() FOR UPDATE SKIP LOCKED);
    INSERT INTO links VALUES (its_hash, of_account, now() + lasting);
END
$$;

-- Whose key that is.
CREATE FUNCTION rl.account_of(its_fingerprint text) RETURNS TABLE (id bigint, name text)
LANGUAGE sql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT accounts.id, accounts.name FROM accounts JOIN keys ON account = accounts.id WHERE fingerprint = its_fingerprint;
$$;

-- Make an account with a key, and return it.
CREATE FUNCTION rl.register(of_request uuid, its_name text, its_fingerprint text, its_kind text)
RETURNS TABLE (id bigint, name text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
BEGIN
    IF note(of_request, its_name, 'registered with ' || its_fingerprint) THEN
        PERFORM put_key(make_account(its_name), its_fingerprint, its_kind);
    END IF;
    RETURN QUERY SELECT * FROM account_of(its_fingerprint);
END
$$;

-- Give an account another name, and also a ban of it and the hints of its game.
CREATE FUNCTION rl.rename(of_request uuid, of_account bigint, new_name text, by_whom text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
DECLARE
    old_name text := lock_account(of_account);
BEGIN
    IF NOT note(of_request, by_whom, 'renamed ' || old_name || ' to ' || new_name) THEN
        RETURN;
    END IF;
    PERFORM check_account(of_account, old_name, NULL);
    BEGIN
        UPDATE accounts SET name = new_name, name_key = lower(new_name) WHERE id = of_account;
    EXCEPTION WHEN unique_violation THEN
        RAISE EXCEPTION 'taken' USING ERRCODE = 'RL001';
    END;
    UPDATE texts SET name = new_name
    WHERE account = of_account AND kind = 'hints' AND name = old_name AND NOT EXISTS (
        SELECT FROM texts AS newer WHERE newer.account = of_account AND newer.kind = 'hints' AND newer.name = new_name
    );
    IF lower(old_name) <> lower(new_name) THEN
        WITH moved AS (DELETE FROM bans WHERE kind = 'account' AND value = lower(old_name) RETURNING until, reason)
        INSERT INTO bans SELECT 'account', lower(new_name), moved.until, moved.reason FROM moved
        ON CONFLICT (kind, value) DO UPDATE SET until = excluded.until, reason = excluded.reason;
    END IF;
END
$$;

-- Delete an account with its keys, codes, games and texts, but never use its number again. A session that plays is out:
-- its token is void. The scores stay.
CREATE FUNCTION rl.delete_account(of_request uuid, of_account bigint, by_whom text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
DECLARE
    old_name text := lock_account(of_account);
BEGIN
    IF NOT note(of_request, by_whom, 'deleted ' || old_name || ', account ' || of_account) THEN
        RETURN;
    END IF;
    PERFORM check_account(of_account, old_name, NULL);
    UPDATE seats SET epoch = epoch + 1, token = gen_random_uuid(), boot = NULL, session = NULL WHERE account = of_account;
    DELETE FROM commands USING games WHERE commands.game = games.id AND games.account = of_account;
    DELETE FROM games WHERE account = of_account;
    DELETE FROM texts WHERE account = of_account;
    DELETE FROM keys WHERE account = of_account;
    DELETE FROM links WHERE account = of_account;
    DELETE FROM bans WHERE kind = 'account' AND value = lower(old_name);
    UPDATE accounts SET name = '', name_key = '#' || of_account WHERE id = of_account;
END
$$;

-- Note that an account has logged in with a key of its own.
CREATE FUNCTION rl.saw(of_account bigint, its_fingerprint text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    UPDATE accounts SET seen = now()
    WHERE id = of_account AND id = (SELECT account FROM keys WHERE fingerprint = its_fingerprint);
    UPDATE keys SET used = now() WHERE account = of_account AND fingerprint = its_fingerprint;
$$;

-- Give an account another key.
CREATE FUNCTION rl.add_key(of_request uuid, of_account bigint, its_fingerprint text, its_kind text, by_whom text)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
DECLARE
    its_name text := lock_account(of_account);
    author text := coalesce(by_whom, its_name);
BEGIN
    IF note(of_request, author, 'added ' || its_fingerprint || ' to ' || its_name) THEN
        PERFORM check_account(of_account, its_name, NULL);
        PERFORM put_key(of_account, its_fingerprint, its_kind);
    END IF;
END
$$;

-- Remove a key of an account that has another.
CREATE FUNCTION rl.remove_key(of_request uuid, of_account bigint, with_key text, its_fingerprint text, by_whom text)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
DECLARE
    its_name text := lock_account(of_account);
    author text := coalesce(by_whom, its_name);
BEGIN
    IF NOT note(of_request, author, 'removed ' || its_fingerprint || ' from ' || its_name) THEN
        RETURN;
    END IF;
    PERFORM check_account(of_account, its_name, with_key);
    IF (SELECT count(*) FROM keys WHERE account = of_account) = 1 THEN
        RAISE EXCEPTION 'only key' USING ERRCODE = 'RL001';
    END IF;
    DELETE FROM keys WHERE fingerprint = its_fingerprint AND account = of_account;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'no such key' USING ERRCODE = 'RL001';
    END IF;
END
$$;

-- Call a key of an account something, which is in no audit.
CREATE FUNCTION rl.label_key(of_account bigint, with_key text, its_fingerprint text, its_label text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
BEGIN
    PERFORM check_account(of_account, lock_account(of_account), with_key);
    UPDATE keys SET label = its_label WHERE fingerprint = its_fingerprint AND account = of_account;
END
$$;

-- Give a code to the account of that name, new if there is none, and return the account.
CREATE FUNCTION rl.invite(of_request uuid, its_name text, its_hash bytea, lasting interval, by_whom text)
RETURNS TABLE (id bigint, name text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
DECLARE
    invited bigint;
    found_name text;
BEGIN
    INSERT INTO accounts (name, name_key) VALUES (its_name, lower(its_name)) ON CONFLICT (name_key) DO NOTHING;
    SELECT accounts.id INTO invited FROM accounts WHERE name_key = lower(its_name);
    found_name := lock_account(invited);
    IF note(of_request, by_whom, 'made a code for a key of ' || found_name) THEN
        PERFORM check_account(invited, found_name, NULL);
        PERFORM put_code(invited, its_hash, lasting);
    END IF;
    RETURN QUERY SELECT invited, found_name;
END
$$;

-- Give a code to an account, in place of an older one.
CREATE FUNCTION rl.make_code(of_request uuid, of_account bigint, with_key text, its_hash bytea, lasting interval)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
DECLARE
    its_name text := lock_account(of_account);
BEGIN
    IF note(of_request, its_name, 'made a code for another key') THEN
        PERFORM check_account(of_account, its_name, with_key);
        PERFORM put_code(of_account, its_hash, lasting);
    END IF;
END
$$;

-- Add a key to the account whose code that is, and return the account; the code is void then. Of two that use one code,
-- one deletes it.
CREATE FUNCTION rl.join(of_request uuid, its_hash bytea, its_fingerprint text, its_kind text)
RETURNS TABLE (id bigint, name text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
DECLARE
    joined bigint := (SELECT account FROM links WHERE hash = its_hash);
    its_name text := lock_account(joined);
BEGIN
    IF note(of_request, its_name, 'added ' || its_fingerprint || ' by a code') THEN
        DELETE FROM links WHERE hash = its_hash AND until > now() RETURNING account INTO joined;
        IF NOT FOUND THEN
            RAISE EXCEPTION 'wrong code' USING ERRCODE = 'RL001';
        END IF;
        PERFORM put_key(joined, its_fingerprint, its_kind);
    END IF;
    RETURN QUERY SELECT * FROM account_of(its_fingerprint);
END
$$;

-- The number of a guest, used once.
CREATE FUNCTION rl.next_guest() RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT nextval('guests');
$$;

-- Ban somebody, in place of an older ban of theirs.
CREATE FUNCTION rl.add_ban(
    of_request uuid, its_kind text, its_value text, its_end timestamptz, its_reason text, by_whom text, its_text text
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
BEGIN
    IF note(of_request, by_whom, its_text) THEN
        INSERT INTO bans VALUES (its_kind, its_value, its_end, its_reason)
        ON CONFLICT (kind, value) DO UPDATE SET until = excluded.until, reason = excluded.reason;
    END IF;
END
$$;

-- Lift a ban.
CREATE FUNCTION rl.remove_ban(of_request uuid, its_kind text, its_value text, by_whom text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
BEGIN
    IF note(of_request, by_whom, 'unbanned ' || its_kind || ' ' || its_value) THEN
        DELETE FROM bans WHERE kind = its_kind AND value = its_value;
        IF NOT FOUND THEN
            RAISE EXCEPTION 'not banned' USING ERRCODE = 'RL001';
        END IF;
    END IF;
END
$$;

REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA rl FROM PUBLIC;
