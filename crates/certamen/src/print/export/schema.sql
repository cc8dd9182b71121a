-- How the contest is held: keys of `[contest]` as JSON, texts as they are.
CREATE TABLE contest (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
-- One version of a bot; the digest is the hash of its files.
CREATE TABLE submission (
    id INTEGER PRIMARY KEY,
    bot TEXT NOT NULL,
    language TEXT NOT NULL,
    digest TEXT NOT NULL
) STRICT;
-- From which match on who took part.
CREATE TABLE phase (first INTEGER PRIMARY KEY, entrants TEXT NOT NULL, format TEXT NOT NULL) STRICT;
-- A match; without a termination it is to be played. `reason` is the fault it was forfeited for.
CREATE TABLE match (
    number INTEGER PRIMARY KEY,
    repeat INTEGER NOT NULL,
    seed INTEGER,
    termination TEXT,
    reason TEXT,
    turns INTEGER NOT NULL,
    faults INTEGER NOT NULL,
    record TEXT
) STRICT;
-- Who sat where, and what it brought.
CREATE TABLE seat (
    match INTEGER NOT NULL REFERENCES match,
    seat INTEGER NOT NULL,
    submission INTEGER NOT NULL REFERENCES submission,
    score REAL,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seat_of_submission ON seat (submission, match);
-- What was played, a row for each seat that acted in a turn. `action` is absent where a fault ended
-- the match; `automatic` is 1 where the rules played and no bot was asked; `reply` is the start of an
-- illegal answer. Times are milliseconds.
CREATE TABLE move (
    match INTEGER NOT NULL REFERENCES match,
    turn INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    action TEXT,
    automatic INTEGER NOT NULL,
    fault TEXT,
    reply TEXT,
    ms REAL,
    asleep_ms REAL,
    pondered_ms REAL,
    PRIMARY KEY (match, turn, seat)
) STRICT, WITHOUT ROWID;
-- Every state: turn 0 is the start, the others what a turn led to. `to_act`, the seats that act
-- then, and `state` are JSON.
CREATE TABLE state (
    match INTEGER NOT NULL REFERENCES match,
    turn INTEGER NOT NULL,
    to_act TEXT NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (match, turn)
) STRICT;
-- The log of attempts: each line has the hash of the one before in it. Times are milliseconds since
-- 1970; `match` is 0 for a run.
CREATE TABLE attempt (
    line INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    match INTEGER NOT NULL,
    began INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    what TEXT NOT NULL,
    hash TEXT NOT NULL
) STRICT;
-- The receipt for a submitted file: its BLAKE3, the time, and the head of the log then.
CREATE TABLE receipt (
    digest TEXT NOT NULL,
    received TEXT NOT NULL,
    lines INTEGER NOT NULL,
    head TEXT NOT NULL
) STRICT;
-- The table from its top; `line` has everything as JSON.
CREATE TABLE standing (
    place INTEGER PRIMARY KEY,
    rank INTEGER,
    bot TEXT NOT NULL,
    score REAL,
    line TEXT NOT NULL
) STRICT;
-- Matches as people read them.
CREATE VIEW result AS
    SELECT match.number, seat.seat, submission.bot, seat.score, match.termination, match.reason
    FROM match JOIN seat ON seat.match = match.number
    JOIN submission ON submission.id = seat.submission
    ORDER BY match.number, seat.seat;
-- Moves as people read them.
CREATE VIEW played AS
    SELECT move.match, move.turn, move.seat, submission.bot, move.action, move.fault, move.ms
    FROM move JOIN seat ON seat.match = move.match AND seat.seat = move.seat
    JOIN submission ON submission.id = seat.submission
    ORDER BY move.match, move.turn, move.seat;
