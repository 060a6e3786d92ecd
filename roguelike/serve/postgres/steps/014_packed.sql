-- Finished games stay in the rows in which they were played. Nothing was ever written into this column.

ALTER TABLE rl.games DROP COLUMN packed;
