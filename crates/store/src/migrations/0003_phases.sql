-- From which match on who took part, in which format and under which policies: what a plan can be
-- computed again from.
CREATE TABLE phase (
    first INTEGER PRIMARY KEY,
    entrants TEXT NOT NULL,
    format TEXT NOT NULL,
    programs TEXT NOT NULL
) STRICT;

-- How long a finished match took from its first to its last turn, in microseconds.
ALTER TABLE match ADD COLUMN took_us INTEGER;

-- Why matches were played again, and how often.
CREATE TABLE void (
    reason TEXT PRIMARY KEY,
    count INTEGER NOT NULL
) STRICT;
