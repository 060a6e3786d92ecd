-- A gateway that has given up waiting for a seat gives it back, whether the clerk has taken it, or will yet.

-- Give back the seat that a session asked for at that epoch. Where nobody has taken it there, nobody can any more; a
-- session that has it keeps it.
CREATE FUNCTION rl.give_back_seat(of_account bigint, at_epoch bigint, on_boot uuid, as_session int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
BEGIN
    INSERT INTO seats (account) VALUES (of_account) ON CONFLICT DO NOTHING;
    UPDATE seats SET epoch = epoch + 1 WHERE account = of_account AND epoch = at_epoch;
    IF NOT FOUND THEN
        UPDATE seats SET token = gen_random_uuid(), boot = NULL, session = NULL, since = now()
        WHERE account = of_account AND epoch = at_epoch + 1 AND boot = on_boot AND session = as_session;
    END IF;
END
$$;

REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA rl FROM PUBLIC;
