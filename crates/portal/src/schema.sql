-- The database of a site, version 1. Times are seconds since 1970.

CREATE TABLE account (
    id INTEGER PRIMARY KEY,
    handle TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    -- Of the password; null while none is set.
    hash TEXT,
    language TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'closed')),
    created INTEGER NOT NULL,
    mail TEXT,
    -- Whether the user asked for an e-mail each day.
    daily INTEGER NOT NULL DEFAULT 0 CHECK (daily IN (0, 1))
) STRICT;

-- Sessions, tokens and links are stored as hashes: the database alone opens nothing.
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
CREATE TABLE reset_link (
    hash BLOB PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES account (id),
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    used INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE invitation (
    hash BLOB PRIMARY KEY,
    maker INTEGER REFERENCES account (id),
    contest TEXT NOT NULL,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    used INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE granted (
    account INTEGER NOT NULL REFERENCES account (id),
    contest TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('host', 'admin')),
    PRIMARY KEY (account, contest)
) STRICT, WITHOUT ROWID;

-- Who enters bots in a contest: a user, or a team with its members.
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

-- `name_key` is the name of the entrant with characters that look alike made equal.
CREATE TABLE submission (
    id TEXT PRIMARY KEY,
    contest TEXT NOT NULL,
    author INTEGER NOT NULL REFERENCES author (id),
    sender INTEGER NOT NULL REFERENCES account (id),
    entrant TEXT NOT NULL,
    file TEXT NOT NULL,
    note TEXT NOT NULL,
    digest TEXT NOT NULL,
    received INTEGER NOT NULL,
    name_key TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
CREATE INDEX submission_of_author ON submission (author, received);
CREATE INDEX submission_of_name ON submission (contest, name_key);

-- The stages of a submission, in order.
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

-- What organizers and administrators did.
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

CREATE TABLE question (
    id INTEGER PRIMARY KEY,
    contest TEXT NOT NULL,
    account INTEGER NOT NULL REFERENCES account (id),
    text TEXT NOT NULL,
    asked INTEGER NOT NULL,
    answer TEXT,
    answered INTEGER
) STRICT;
CREATE INDEX question_of_contest ON question (contest, asked);

-- Bots described by people who do not program, written by an organizer, approved by the former.
CREATE TABLE idea (
    id INTEGER PRIMARY KEY,
    contest TEXT NOT NULL,
    account INTEGER NOT NULL REFERENCES account (id),
    text TEXT NOT NULL,
    sent INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('proposed', 'written', 'consented')),
    draft TEXT,
    entrant TEXT
) STRICT;
CREATE INDEX idea_of_contest ON idea (contest, sent);

-- A table where people play: the header of its record, and how many moves were given.
CREATE TABLE live_table (
    id TEXT PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES account (id),
    contest TEXT NOT NULL,
    head TEXT NOT NULL,
    given INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'over', 'closed', 'broken')),
    why TEXT NOT NULL,
    opened INTEGER NOT NULL,
    touched INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX live_table_of_account ON live_table (account, opened);
CREATE TABLE live_seat (
    live_table TEXT NOT NULL REFERENCES live_table (id),
    seat INTEGER NOT NULL,
    participant TEXT NOT NULL,
    secret TEXT NOT NULL,
    PRIMARY KEY (live_table, seat)
) STRICT, WITHOUT ROWID;
-- Turns as lines of the record, and the replies of people.
CREATE TABLE played (
    live_table TEXT NOT NULL REFERENCES live_table (id),
    turn INTEGER NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (live_table, turn)
) STRICT, WITHOUT ROWID;
CREATE TABLE answer (
    live_table TEXT NOT NULL REFERENCES live_table (id),
    turn INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    reply TEXT NOT NULL,
    PRIMARY KEY (live_table, turn, seat)
) STRICT, WITHOUT ROWID;

-- Suggested games, and who supports them.
CREATE TABLE proposal (
    id INTEGER PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES account (id),
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    sent INTEGER NOT NULL,
    answer TEXT,
    answered INTEGER
) STRICT;
CREATE TABLE support (
    proposal INTEGER NOT NULL REFERENCES proposal (id),
    account INTEGER NOT NULL REFERENCES account (id),
    PRIMARY KEY (proposal, account)
) STRICT, WITHOUT ROWID;

-- E-mails that were passed to the mail queue: each once.
CREATE TABLE email (
    id TEXT PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES account (id),
    contest TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('verdict', 'link', 'reminder', 'daily')),
    about TEXT NOT NULL,
    subject TEXT NOT NULL,
    text TEXT NOT NULL,
    written INTEGER NOT NULL,
    UNIQUE (account, contest, kind, about)
) STRICT, WITHOUT ROWID;
CREATE INDEX email_of_contest ON email (contest, written);

-- Players on other machines who wait for a challenge: lines that they signed, until these expire.
CREATE TABLE peer_entry (
    number INTEGER PRIMARY KEY,
    line TEXT NOT NULL UNIQUE
) STRICT;
-- Finished matches between two machines, with the record that both signed.
CREATE TABLE peer_match (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    line TEXT NOT NULL,
    record BLOB NOT NULL
) STRICT;
