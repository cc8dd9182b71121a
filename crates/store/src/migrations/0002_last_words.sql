-- The last words of the program on one seat of a finished match on standard error, compressed.
-- Nothing is here of who said nothing. No table is computed from it.
CREATE TABLE last_words (
    match INTEGER NOT NULL REFERENCES match,
    seat INTEGER NOT NULL,
    zstd BLOB NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT;
