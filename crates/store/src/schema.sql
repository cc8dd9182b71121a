-- The store of a contest, version 1. Times are milliseconds since 1970 unless another unit is named.

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

-- One order in which submissions meet: their ids by seat, joined by blanks. How many of its matches
-- are planned and finished, and one more than the highest repeat of each: where both agree, the
-- repeats are all from 0 on, and no match has to be read.
CREATE TABLE cell (
    id INTEGER PRIMARY KEY,
    seats TEXT NOT NULL UNIQUE,
    scheduled INTEGER NOT NULL DEFAULT 0,
    scheduled_top INTEGER NOT NULL DEFAULT 0,
    finished INTEGER NOT NULL DEFAULT 0,
    finished_top INTEGER NOT NULL DEFAULT 0
) STRICT;

-- The cells of a submission: its matches are found without reading those of others.
CREATE TABLE seating (
    submission INTEGER NOT NULL REFERENCES submission,
    cell INTEGER NOT NULL REFERENCES cell,
    PRIMARY KEY (submission, cell)
) STRICT, WITHOUT ROWID;

-- The sum of the finished matches of a cell, for one seat.
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

-- A worker that has played matches; `key` is its user at the message server.
CREATE TABLE worker (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    class TEXT NOT NULL,
    name TEXT NOT NULL,
    suspended TEXT,
    UNIQUE (key, class)
) STRICT;

-- One match: to be played while `outcome` is null, finished otherwise, and then never changed.
-- `took_us` is from its first to its last turn, in microseconds; `ended` in seconds since 1970, null
-- for the copy of another match; `results` has a letter for each seat: W, D or L; `worker` is null
-- if the host played it.
CREATE TABLE match (
    number INTEGER PRIMARY KEY,
    cell INTEGER NOT NULL REFERENCES cell,
    repeat INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    outcome TEXT,
    turns INTEGER,
    faults INTEGER,
    took_us INTEGER,
    ended INTEGER,
    results TEXT,
    worker INTEGER REFERENCES worker,
    UNIQUE (cell, repeat)
) STRICT;
CREATE INDEX match_to_be_played ON match (number) WHERE outcome IS NULL;
CREATE INDEX match_by_result ON match (cell, results, number) WHERE outcome IS NOT NULL;
CREATE INDEX match_faulty_by_cell ON match (cell, number) WHERE faults > 0;
CREATE INDEX match_faulty ON match (number) WHERE faults > 0;
CREATE INDEX match_by_worker ON match (worker) WHERE worker IS NOT NULL;

-- Faults of bots in finished matches.
CREATE TABLE fault (
    match INTEGER NOT NULL REFERENCES match,
    submission INTEGER NOT NULL REFERENCES submission,
    kind TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (match, submission, kind)
) STRICT, WITHOUT ROWID;

-- The folder of a bot that keeps files between matches, after the last of them, compressed.
-- `opponents` are the sorted ids of a table, joined by blanks, or empty for the whole contest.
CREATE TABLE folder (
    submission INTEGER NOT NULL REFERENCES submission,
    opponents TEXT NOT NULL,
    match INTEGER NOT NULL REFERENCES match,
    zstd BLOB NOT NULL,
    PRIMARY KEY (submission, opponents)
) STRICT;

-- The common parts of the records of this contest: records are compressed against it.
CREATE TABLE dictionary (
    id INTEGER PRIMARY KEY,
    content BLOB NOT NULL
) STRICT;

-- The record of a finished match, compressed.
CREATE TABLE record (
    match INTEGER PRIMARY KEY REFERENCES match,
    zstd BLOB NOT NULL,
    dictionary INTEGER REFERENCES dictionary
) STRICT;

-- The end of the standard error of the program on a seat of a finished match, compressed; no row if
-- it printed nothing. Standings do not depend on it.
CREATE TABLE last_words (
    match INTEGER NOT NULL REFERENCES match,
    seat INTEGER NOT NULL,
    zstd BLOB NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT;

-- The entrants, the format and the policies from match `first` on: a plan can be computed again.
CREATE TABLE phase (
    first INTEGER PRIMARY KEY,
    entrants TEXT NOT NULL,
    format TEXT NOT NULL,
    programs TEXT NOT NULL
) STRICT;

-- Why matches were played again, and how often.
CREATE TABLE void (
    reason TEXT PRIMARY KEY,
    count INTEGER NOT NULL
) STRICT;

-- Every attempt to play a match, and every run, one line each. A line contains the hash of the line
-- before it, so none can be left out or changed without changing all that follow. `match` is 0 for a
-- run.
CREATE TABLE attempt (
    line INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    match INTEGER NOT NULL,
    began INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    what TEXT NOT NULL,
    hash TEXT NOT NULL
) STRICT;

-- The standings after a number of `matches`, at a time in seconds since 1970, and their rows.
CREATE TABLE snapshot (
    number INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    matches INTEGER NOT NULL
) STRICT;
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

-- Records of matches whose results were revoked because their worker is suspended.
CREATE TABLE revoked (
    id INTEGER PRIMARY KEY,
    match INTEGER NOT NULL,
    worker INTEGER NOT NULL REFERENCES worker,
    at INTEGER NOT NULL,
    reason TEXT NOT NULL,
    zstd BLOB NOT NULL,
    dictionary INTEGER REFERENCES dictionary
) STRICT;
