-- Clear all seats, after a restore: no session from before can write. It is for the owner of the schema.
CREATE FUNCTION rl.clear_seats() RETURNS void
LANGUAGE sql SET search_path = rl, pg_temp AS $$
    UPDATE seats SET epoch = epoch + 1, token = gen_random_uuid(), boot = NULL, session = NULL, since = now();
$$;

REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA rl FROM PUBLIC;
