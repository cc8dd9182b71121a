-- Machines that played for the contest, where several do: a key, and the class it was in. What is
-- told of one that is not believed any more stands in `suspended`.
CREATE TABLE worker (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    class TEXT NOT NULL,
    name TEXT NOT NULL,
    suspended TEXT,
    UNIQUE (key, class)
) STRICT;

-- Who played a finished match; nothing where that was the machine that holds the contest.
ALTER TABLE match ADD COLUMN worker INTEGER REFERENCES worker;
CREATE INDEX match_by_worker ON match (worker) WHERE worker IS NOT NULL;

-- Results that were taken away again, as they were handed in, and why; their matches are played
-- again under the same numbers. Times are seconds since 1970.
CREATE TABLE struck (
    id INTEGER PRIMARY KEY,
    match INTEGER NOT NULL,
    worker INTEGER NOT NULL REFERENCES worker,
    at INTEGER NOT NULL,
    reason TEXT NOT NULL,
    zstd BLOB NOT NULL,
    dictionary INTEGER REFERENCES dictionary
) STRICT;
