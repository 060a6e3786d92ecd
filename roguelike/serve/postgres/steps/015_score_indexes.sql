-- What a replay and a summary ask stays fast with hundreds of thousands of games: it is found in indexes, not in tables.

CREATE INDEX games_key ON rl.games (key) WHERE ended IS NOT NULL;
CREATE INDEX scores_groups ON rl.scores (rules, board, edition, score);

-- By rules, board and edition: how many scores of a player are above one, how many the player has, how many of all are
-- above, and how many there are. The groups are found one after the other in the index, which is counted, not the rows.
CREATE OR REPLACE FUNCTION rl.score_groups(of_name text, above bigint)
RETURNS TABLE (rules text, board text, edition int, own_above bigint, own bigint, all_above bigint, all_scores bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    WITH RECURSIVE found AS (
        (SELECT rules, board, edition FROM scores ORDER BY rules, board, edition LIMIT 1)
        UNION ALL
        SELECT next.* FROM found CROSS JOIN LATERAL (
            SELECT scores.rules, scores.board, scores.edition FROM scores
            WHERE (scores.rules, scores.board, scores.edition) > (found.rules, found.board, found.edition)
            ORDER BY scores.rules, scores.board, scores.edition LIMIT 1
        ) AS next
    ), mine AS (
        SELECT rules, board, edition, count(*) FILTER (WHERE score > above) AS own_above, count(*) AS own
        FROM scores WHERE name = of_name GROUP BY 1, 2, 3
    )
    SELECT rules, board, edition, coalesce(own_above, 0), coalesce(own, 0),
        (SELECT count(*) FROM scores
            WHERE (scores.rules, scores.board, scores.edition) = (found.rules, found.board, found.edition)
                AND score > above),
        (SELECT count(*) FROM scores
            WHERE (scores.rules, scores.board, scores.edition) = (found.rules, found.board, found.edition))
    FROM found LEFT JOIN mine USING (rules, board, edition) ORDER BY 1, 2, 3;
$$;

-- How many scores a player has, or how many there are for an empty name.
CREATE OR REPLACE FUNCTION rl.count_scores(of_name text) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = rl, pg_temp AS $$
    SELECT CASE of_name WHEN '' THEN (SELECT count(*) FROM scores)
        ELSE (SELECT count(*) FROM scores WHERE name = of_name) END;
$$;
