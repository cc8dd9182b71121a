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
