-- Hosts compare their keys of proofs: with another key a host believes no score and no snapshot of the others.

ALTER TABLE rl.hosts ADD COLUMN key_check text NOT NULL DEFAULT '';

-- As the function of the same name without a key, which older programs call; also note a check of the key, empty for
-- none. Returns the names and checks of the others as well.
CREATE FUNCTION rl.meet_hosts(of_boot uuid, its_address text, its_certificate bytea, its_key_check text, silent_after int)
RETURNS TABLE (boot uuid, address text, certificate bytea, name text, key_check text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = rl, pg_temp AS $$
#variable_conflict use_column
BEGIN
    UPDATE hosts SET key_check = its_key_check WHERE boot = of_boot AND key_check <> its_key_check;
    RETURN QUERY
    SELECT met.boot, met.address, met.certificate, hosts.name, hosts.key_check
    FROM meet_hosts(of_boot, its_address, its_certificate, silent_after) AS met JOIN hosts USING (boot);
END
$$;

REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA rl FROM PUBLIC;
