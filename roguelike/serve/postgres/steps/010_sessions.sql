-- What clerks tell each other, so that players see and watch the games of all hosts.

ALTER TABLE rl.sessions ADD COLUMN since timestamptz NOT NULL DEFAULT now();

-- Write the sessions of a run of a server that have changed, and delete those that are `gone`, or all others if `anew`.
-- Returns how many it has then: the table is empty after a crash of the database.
CREATE FUNCTION rl.share_sessions(of_boot uuid, anew boolean, gone int[], changed jsonb) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
BEGIN
    DELETE FROM sessions WHERE boot = of_boot AND (anew OR session = ANY (gone));
    INSERT INTO sessions (boot, session, account, place, since, typed, watchers)
    SELECT of_boot, told.session, told.account, told.place,
        now() - make_interval(secs => told.seconds), now() - make_interval(secs => told.idle), told.watchers
    FROM jsonb_to_recordset(changed) AS told (
        session int, account bigint, place jsonb, seconds float8, idle float8, watchers int
    )
    ON CONFLICT (boot, session) DO UPDATE SET
        account = excluded.account, place = excluded.place, since = excluded.since,
        typed = excluded.typed, watchers = excluded.watchers;
    RETURN (SELECT count(*) FROM sessions WHERE boot = of_boot);
END
$$;

-- The games of other hosts that may be watched, on hosts that beat and can be reached: of more than `most` those in
-- which somebody has typed last. What one host has written must not break the list of the others.
CREATE FUNCTION rl.watchable_elsewhere(than_boot uuid, silent_after int, most int)
RETURNS TABLE (
    host text, boot uuid, session int, name text, game text, at text, seconds int, idle int, watchers int,
    is_public boolean
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT left(hosts.name, 100), hosts.boot, sessions.session,
        left(sessions.place ->> 'name', 100), left(sessions.place ->> 'game', 100), left(sessions.place ->> 'at', 100),
        greatest(0, least(extract(epoch FROM now() - sessions.since), 10000000))::int,
        greatest(0, least(extract(epoch FROM now() - sessions.typed), 10000000))::int,
        sessions.watchers, coalesce(sessions.place -> 'is_public' = 'true', false)
    FROM sessions JOIN hosts USING (boot)
    WHERE hosts.boot <> than_boot AND hosts.address <> '' AND hosts.beat > now() - make_interval(secs => silent_after)
        AND sessions.place -> 'may_watch' = 'true'
    ORDER BY sessions.typed DESC
    LIMIT most;
$$;

-- Note where other hosts reach a run of a server, empty for nowhere, and its certificate. Returns the other hosts that
-- beat. Sessions of hosts that have been silent for a minute are deleted.
CREATE FUNCTION rl.meet_hosts(of_boot uuid, its_address text, its_certificate bytea, silent_after int)
RETURNS TABLE (boot uuid, address text, certificate bytea)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
#variable_conflict use_column
BEGIN
    UPDATE hosts SET address = its_address, certificate = its_certificate
    WHERE boot = of_boot AND (address, certificate) IS DISTINCT FROM (its_address, its_certificate);
    IF FOUND THEN
        DELETE FROM sessions
        WHERE NOT EXISTS (SELECT FROM hosts WHERE hosts.boot = sessions.boot AND beat > now() - interval '1 minute');
    END IF;
    RETURN QUERY
    SELECT hosts.boot, hosts.address, hosts.certificate FROM hosts
    WHERE hosts.boot <> of_boot AND beat > now() - make_interval(secs => silent_after);
END
$$;

REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA rl FROM PUBLIC;
