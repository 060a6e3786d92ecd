-- Figures of the whole database, for the metrics of each host.

-- Hosts that have beaten within some seconds; orders that such a host, or the one that they are for, has not answered;
-- the size in bytes; and by its name the lag of each standby in seconds, null where that may not be read.
CREATE FUNCTION rl.figures(silent_after int) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    WITH alive AS (SELECT boot FROM hosts WHERE beat > now() - make_interval(secs => silent_after))
    SELECT jsonb_build_object(
        'hosts', (SELECT count(*) FROM alive),
        'orders', (
            SELECT count(*) FROM orders JOIN (SELECT boot FROM hosts) AS asked
            ON asked.boot = goal OR goal IS NULL AND asked.boot IN (SELECT boot FROM alive)
            WHERE NOT EXISTS (SELECT FROM answers WHERE answers.id = orders.id AND answers.boot = asked.boot)
        ),
        'bytes', pg_database_size(current_database()),
        'standbys', CASE WHEN pg_has_role('pg_read_all_stats', 'USAGE') THEN (
            SELECT coalesce(jsonb_object_agg(name, lag), '{}')
            FROM (
                SELECT application_name AS name, extract(epoch FROM coalesce(max(replay_lag), interval '0')) AS lag
                FROM pg_stat_replication WHERE state IN ('catchup', 'streaming') GROUP BY application_name
            ) AS standbys
        ) END
    );
$$;

REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA rl FROM PUBLIC;
