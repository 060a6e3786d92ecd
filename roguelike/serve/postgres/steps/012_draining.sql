-- A host that drains leaves its name to the next run of its server at once, however long its last sessions go on.

-- Note that a run of a server begins no more sessions.
CREATE FUNCTION rl.drain_host(of_boot uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    UPDATE hosts SET draining = true WHERE boot = of_boot AND NOT draining;
$$;

-- Beat, by whatever name. False if another run has registered in place of this one.
CREATE OR REPLACE FUNCTION rl.beat(its_name text, its_boot uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
BEGIN
    UPDATE hosts SET beat = now() WHERE boot = its_boot;
    RETURN FOUND;
END
$$;

-- Register a host, in place of an older run, or of a host of the same name that is silent. One that drains goes on by
-- another name. False if the name is taken.
CREATE OR REPLACE FUNCTION rl.register_host(its_name text, its_boot uuid, its_program text, silent_after int)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
DECLARE
    silent_since timestamptz := now() - make_interval(secs => silent_after);
BEGIN
    IF beat(its_name, its_boot) THEN -- by another clerk of the same run
        RETURN true;
    END IF;
    DELETE FROM hosts WHERE starts_with(name, its_name || ' (draining ') AND beat < silent_since;
    UPDATE hosts SET name = its_name || ' (draining ' || left(boot::text, 8) || ')'
    WHERE name = its_name AND boot <> its_boot AND draining AND beat >= silent_since;
    INSERT INTO hosts (name, boot, address, certificate, program, engine)
    VALUES (its_name, its_boot, '', '', its_program, 0)
    ON CONFLICT (name) DO UPDATE SET boot = excluded.boot, program = excluded.program, beat = now(), draining = false
    WHERE hosts.beat < silent_since;
    RETURN FOUND;
END
$$;

REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA rl FROM PUBLIC;
