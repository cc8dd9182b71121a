-- Links with which somebody makes an account for himself, once. Without a maker, whoever holds the
-- machine made it; the contest is that of the host who did, and empty where an admin did.
CREATE TABLE invitation (
    hash BLOB PRIMARY KEY,
    maker INTEGER REFERENCES account (id),
    contest TEXT NOT NULL,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    used INTEGER
) STRICT, WITHOUT ROWID;
