-- Tables with people. The turns are lines of the record, as whoever plays told them; the record is
-- made of nothing else.
CREATE TABLE sitting (
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
CREATE INDEX sitting_of_account ON sitting (account, opened);

-- A seat's secret lets somebody answer for that seat, and nothing else.
CREATE TABLE chair (
    sitting TEXT NOT NULL REFERENCES sitting (id),
    seat INTEGER NOT NULL,
    sitter TEXT NOT NULL,
    secret TEXT NOT NULL,
    PRIMARY KEY (sitting, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE played (
    sitting TEXT NOT NULL REFERENCES sitting (id),
    turn INTEGER NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (sitting, turn)
) STRICT, WITHOUT ROWID;

-- What people answered in a turn that was not played yet.
CREATE TABLE answer (
    sitting TEXT NOT NULL REFERENCES sitting (id),
    turn INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    reply TEXT NOT NULL,
    PRIMARY KEY (sitting, turn, seat)
) STRICT, WITHOUT ROWID;
