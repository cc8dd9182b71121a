-- By this, names that may be taken for one another are found: SQLite knows the capitals of ASCII
-- only. Those of rows that are there are filled in by the program.
ALTER TABLE submission ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
DROP INDEX submission_of_entrant;
CREATE INDEX submission_of_name ON submission (contest, name_key);
