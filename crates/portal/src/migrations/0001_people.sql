CREATE TABLE account (
    id INTEGER PRIMARY KEY,
    handle TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    hash TEXT,
    language TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'closed')),
    created INTEGER NOT NULL
) STRICT;

CREATE TABLE session (
    hash BLOB PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES account (id),
    created INTEGER NOT NULL,
    seen INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE token (
    hash BLOB PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES account (id),
    label TEXT NOT NULL,
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE one_time (
    hash BLOB PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES account (id),
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    used INTEGER
) STRICT, WITHOUT ROWID;

-- The site itself is the contest with the empty name: no folder is called so.
CREATE TABLE granted (
    account INTEGER NOT NULL REFERENCES account (id),
    contest TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('host', 'admin')),
    PRIMARY KEY (account, contest)
) STRICT, WITHOUT ROWID;

CREATE TABLE author (
    id INTEGER PRIMARY KEY,
    contest TEXT NOT NULL,
    key TEXT NOT NULL,
    handle TEXT NOT NULL,
    UNIQUE (contest, key)
) STRICT;

CREATE TABLE member (
    author INTEGER NOT NULL REFERENCES author (id),
    account INTEGER NOT NULL REFERENCES account (id),
    PRIMARY KEY (author, account)
) STRICT, WITHOUT ROWID;

CREATE TABLE submission (
    id TEXT PRIMARY KEY,
    contest TEXT NOT NULL,
    author INTEGER NOT NULL REFERENCES author (id),
    sender INTEGER NOT NULL REFERENCES account (id),
    entrant TEXT NOT NULL,
    file TEXT NOT NULL,
    note TEXT NOT NULL,
    digest TEXT NOT NULL,
    received INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX submission_of_author ON submission (author, received);
CREATE INDEX submission_of_entrant ON submission (contest, entrant);

CREATE TABLE step (
    submission TEXT NOT NULL REFERENCES submission (id),
    nth INTEGER NOT NULL,
    stage TEXT NOT NULL,
    result TEXT NOT NULL,
    time INTEGER NOT NULL,
    facts TEXT NOT NULL,
    PRIMARY KEY (submission, nth)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER step_stays BEFORE UPDATE ON step
BEGIN SELECT RAISE(ABORT, 'steps are added only'); END;
CREATE TRIGGER step_is_kept BEFORE DELETE ON step
BEGIN SELECT RAISE(ABORT, 'steps are added only'); END;

CREATE TABLE audit (
    id INTEGER PRIMARY KEY,
    time INTEGER NOT NULL,
    account INTEGER REFERENCES account (id),
    act TEXT NOT NULL,
    subject TEXT NOT NULL,
    detail TEXT NOT NULL
) STRICT;
CREATE TRIGGER audit_stays BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'the log is added to only'); END;
CREATE TRIGGER audit_is_kept BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'the log is added to only'); END;
