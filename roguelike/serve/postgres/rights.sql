-- The rights of the roles that exist, given again after each migration: so they cover what the steps added.

DO $$
DECLARE
    each regprocedure;
BEGIN
    REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA rl FROM PUBLIC;
    IF to_regrole('rl_host') IS NOT NULL THEN
        GRANT USAGE ON SCHEMA rl TO rl_host;
        REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA rl FROM rl_host;
        FOR each IN SELECT oid FROM pg_proc WHERE pronamespace = 'rl'::regnamespace AND prosecdef LOOP
            EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO rl_host', each);
        END LOOP;
    END IF;
    IF to_regrole('rl_backup') IS NOT NULL THEN
        GRANT USAGE ON SCHEMA rl TO rl_backup;
        GRANT SELECT ON ALL TABLES IN SCHEMA rl TO rl_backup;
        GRANT SELECT ON ALL SEQUENCES IN SCHEMA rl TO rl_backup;
        FOR each IN
            SELECT oid FROM pg_proc
            WHERE pronamespace = 'rl'::regnamespace AND proname IN ('digest_of', 'plain', 'version')
        LOOP
            EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO rl_backup', each);
        END LOOP;
    END IF;
END
$$;
