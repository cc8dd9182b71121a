-- What the contest was begun with.
CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

-- One version of a bot; a bot whose files change is a new submission.
CREATE TABLE submission (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    digest TEXT NOT NULL,
    language TEXT NOT NULL,
    UNIQUE (name, digest)
) STRICT;

-- One order in which submissions sat down together: their ids by seat, joined by blanks.
CREATE TABLE cell (
    id INTEGER PRIMARY KEY,
    seats TEXT NOT NULL UNIQUE
) STRICT;

-- What the finished matches of a cell add up to for one seat.
CREATE TABLE tally (
    cell INTEGER NOT NULL REFERENCES cell,
    seat INTEGER NOT NULL,
    played INTEGER NOT NULL,
    won INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    score REAL NOT NULL,
    faults INTEGER NOT NULL,
    PRIMARY KEY (cell, seat)
) STRICT, WITHOUT ROWID;

-- One match: to be played while `outcome` is null, finished otherwise, and then never changed.
CREATE TABLE match (
    number INTEGER PRIMARY KEY,
    cell INTEGER NOT NULL REFERENCES cell,
    repeat INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    outcome TEXT,
    turns INTEGER,
    faults INTEGER,
    UNIQUE (cell, repeat)
) STRICT;

CREATE INDEX match_to_be_played ON match (number) WHERE outcome IS NULL;

-- What bots did wrong in finished matches.
CREATE TABLE fault (
    match INTEGER NOT NULL REFERENCES match,
    submission INTEGER NOT NULL REFERENCES submission,
    kind TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (match, submission, kind)
) STRICT, WITHOUT ROWID;

-- What the folder of a bot that remembers its matches held after the last of them, compressed.
-- `circle` says against whom: the sorted ids of a table, joined by blanks, or nothing for the whole
-- contest.
CREATE TABLE folder (
    submission INTEGER NOT NULL REFERENCES submission,
    circle TEXT NOT NULL,
    match INTEGER NOT NULL REFERENCES match,
    zstd BLOB NOT NULL,
    PRIMARY KEY (submission, circle)
) STRICT;

-- The record of a finished match, compressed.
CREATE TABLE record (
    match INTEGER PRIMARY KEY REFERENCES match,
    zstd BLOB NOT NULL
) STRICT;
