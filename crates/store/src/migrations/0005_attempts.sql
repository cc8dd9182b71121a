-- Every attempt to play a match, and every run, one line each. A line names the hash of the line
-- before it, so none can be left out or changed without changing all that follow. Times are
-- milliseconds since 1970; `match` is 0 for a run.
CREATE TABLE attempt (
    line INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    match INTEGER NOT NULL,
    began INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    what TEXT NOT NULL,
    hash TEXT NOT NULL
) STRICT;
