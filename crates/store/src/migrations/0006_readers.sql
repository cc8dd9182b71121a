-- When a finished match ended, in seconds since 1970; nothing of one that is the copy of another.
ALTER TABLE match ADD COLUMN ended INTEGER;
UPDATE match SET ended = log.ended / 1000
FROM (SELECT match, max(ended) AS ended FROM attempt WHERE kind = 'played' GROUP BY match) AS log
WHERE log.match = match.number;

-- What each seat got, a letter each: W, D or L. Nothing is known of older matches without reading
-- how they ended.
ALTER TABLE match ADD COLUMN results TEXT;

-- Matches as readers look for them, the newest first, without looking at those of others.
CREATE INDEX match_by_result ON match (cell, results, number) WHERE outcome IS NOT NULL;
CREATE INDEX match_faulty_by_cell ON match (cell, number) WHERE faults > 0;
CREATE INDEX match_faulty ON match (number) WHERE faults > 0;

-- The table as it stood at some moments, in seconds since 1970. No plan depends on it.
CREATE TABLE snapshot (
    number INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    matches INTEGER NOT NULL
) STRICT;

-- Where a submission stood then: without a place if it was out, without a strength if none was
-- known.
CREATE TABLE placing (
    submission INTEGER NOT NULL REFERENCES submission,
    snapshot INTEGER NOT NULL REFERENCES snapshot,
    line INTEGER NOT NULL,
    place INTEGER,
    score REAL NOT NULL,
    played INTEGER NOT NULL,
    won INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    rating REAL,
    low REAL,
    high REAL,
    PRIMARY KEY (submission, snapshot)
) STRICT, WITHOUT ROWID;
CREATE INDEX placing_by_snapshot ON placing (snapshot, line);
