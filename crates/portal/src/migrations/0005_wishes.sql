-- Games that somebody wishes for, and who wishes for them, too.
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
