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
