-- Where somebody is written to, if he wants it.
ALTER TABLE account ADD COLUMN mail TEXT;

-- What was written to whom: nobody is told the same twice. What lets somebody in is not kept here.
CREATE TABLE letter (
    id TEXT PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES account (id),
    contest TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('verdict', 'link', 'reminder')),
    about TEXT NOT NULL,
    subject TEXT NOT NULL,
    text TEXT NOT NULL,
    written INTEGER NOT NULL,
    UNIQUE (account, contest, kind, about)
) STRICT, WITHOUT ROWID;
CREATE INDEX letter_of_contest ON letter (contest, written);
