-- Who sits in which cells: a bot's matches without looking at those of others.
CREATE TABLE sitting (
    submission INTEGER NOT NULL REFERENCES submission,
    cell INTEGER NOT NULL REFERENCES cell,
    PRIMARY KEY (submission, cell)
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO sitting (submission, cell)
    SELECT seat.value, cell.id FROM cell, json_each('[' || replace(seats, ' ', ',') || ']') AS seat;

-- How many matches of a cell are noted and finished, and one more than the highest repeat of each:
-- where both agree, the repeats are all from 0 on and nobody has to look at the matches.
ALTER TABLE cell ADD COLUMN scheduled INTEGER NOT NULL DEFAULT 0;
ALTER TABLE cell ADD COLUMN scheduled_top INTEGER NOT NULL DEFAULT 0;
ALTER TABLE cell ADD COLUMN finished INTEGER NOT NULL DEFAULT 0;
ALTER TABLE cell ADD COLUMN finished_top INTEGER NOT NULL DEFAULT 0;
UPDATE cell SET
    scheduled = sums.scheduled, scheduled_top = sums.scheduled_top,
    finished = sums.finished, finished_top = sums.finished_top
FROM (
    SELECT cell, count(*) AS scheduled, max(repeat) + 1 AS scheduled_top,
        count(outcome) AS finished,
        coalesce(max(CASE WHEN outcome IS NOT NULL THEN repeat END) + 1, 0) AS finished_top
    FROM match GROUP BY cell
) AS sums WHERE sums.cell = cell.id;

-- What records of this contest have in common: records are compressed against it.
CREATE TABLE dictionary (
    id INTEGER PRIMARY KEY,
    content BLOB NOT NULL
) STRICT;
ALTER TABLE record ADD COLUMN dictionary INTEGER REFERENCES dictionary;
