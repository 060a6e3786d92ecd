-- Do all that a session does for a command, with an account of its own, and take it back; of it only a write of the row
-- of the host is committed, which changes nothing. Whether that worked is what the canary of a host asks.
CREATE FUNCTION rl.try_writing(of_boot uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
DECLARE
    tried bigint := -1 - abs(hashtext(of_boot::text)::bigint);
    its_token uuid;
    is_written boolean;
BEGIN
    BEGIN
        INSERT INTO accounts (id, name, name_key) VALUES (tried, '', '#' || tried);
        its_token := (SELECT token FROM sit_down(tried, 0, of_boot, 0));
        INSERT INTO games (id, account, about) VALUES (tried, tried, jsonb_build_object('id', of_boot));
        is_written := append_one(tried, its_token, tried, 1, '"wait"', 0, 0, '', '');
        is_written := is_written AND EXISTS (SELECT FROM commands WHERE game = tried);
        RAISE EXCEPTION 'taken back' USING ERRCODE = 'RL002';
    EXCEPTION WHEN SQLSTATE 'RL002' THEN
        NULL;
    END;
    UPDATE hosts SET beat = beat WHERE boot = of_boot;
    RETURN is_written;
END
$$;

REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA rl FROM PUBLIC;
