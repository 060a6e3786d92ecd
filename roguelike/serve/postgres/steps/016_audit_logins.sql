-- Each row of the audit has the login that wrote it, such as that of a host, which it cannot choose; rows from before
-- have none.

ALTER TABLE rl.audit ADD COLUMN login text;
ALTER TABLE rl.audit ALTER COLUMN login SET DEFAULT session_user;
