-- A small contest as version 7 of the store kept it.
CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;
CREATE TABLE submission (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    digest TEXT NOT NULL,
    language TEXT NOT NULL,
    UNIQUE (name, digest)
) STRICT;
CREATE TABLE cell (
    id INTEGER PRIMARY KEY,
    seats TEXT NOT NULL UNIQUE
, scheduled INTEGER NOT NULL DEFAULT 0, scheduled_top INTEGER NOT NULL DEFAULT 0, finished INTEGER NOT NULL DEFAULT 0, finished_top INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE tally (
    cell INTEGER NOT NULL REFERENCES cell,
    seat INTEGER NOT NULL,
    played INTEGER NOT NULL,
    won INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    score REAL NOT NULL,
    faults INTEGER NOT NULL,
    PRIMARY KEY (cell, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE match (
    number INTEGER PRIMARY KEY,
    cell INTEGER NOT NULL REFERENCES cell,
    repeat INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    outcome TEXT,
    turns INTEGER,
    faults INTEGER, took_us INTEGER, ended INTEGER, results TEXT, worker INTEGER REFERENCES worker,
    UNIQUE (cell, repeat)
) STRICT;
CREATE INDEX match_to_be_played ON match (number) WHERE outcome IS NULL;
CREATE TABLE fault (
    match INTEGER NOT NULL REFERENCES match,
    submission INTEGER NOT NULL REFERENCES submission,
    kind TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (match, submission, kind)
) STRICT, WITHOUT ROWID;
CREATE TABLE folder (
    submission INTEGER NOT NULL REFERENCES submission,
    circle TEXT NOT NULL,
    match INTEGER NOT NULL REFERENCES match,
    zstd BLOB NOT NULL,
    PRIMARY KEY (submission, circle)
) STRICT;
CREATE TABLE record (
    match INTEGER PRIMARY KEY REFERENCES match,
    zstd BLOB NOT NULL
, dictionary INTEGER REFERENCES dictionary) STRICT;
CREATE TABLE last_words (
    match INTEGER NOT NULL REFERENCES match,
    seat INTEGER NOT NULL,
    zstd BLOB NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT;
CREATE TABLE phase (
    first INTEGER PRIMARY KEY,
    entrants TEXT NOT NULL,
    format TEXT NOT NULL,
    programs TEXT NOT NULL
) STRICT;
CREATE TABLE void (
    reason TEXT PRIMARY KEY,
    count INTEGER NOT NULL
) STRICT;
CREATE TABLE sitting (
    submission INTEGER NOT NULL REFERENCES submission,
    cell INTEGER NOT NULL REFERENCES cell,
    PRIMARY KEY (submission, cell)
) STRICT, WITHOUT ROWID;
CREATE TABLE dictionary (
    id INTEGER PRIMARY KEY,
    content BLOB NOT NULL
) STRICT;
CREATE TABLE attempt (
    line INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    match INTEGER NOT NULL,
    began INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    what TEXT NOT NULL,
    hash TEXT NOT NULL
) STRICT;
CREATE INDEX match_by_result ON match (cell, results, number) WHERE outcome IS NOT NULL;
CREATE INDEX match_faulty_by_cell ON match (cell, number) WHERE faults > 0;
CREATE INDEX match_faulty ON match (number) WHERE faults > 0;

CREATE TABLE snapshot (
    number INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    matches INTEGER NOT NULL
) STRICT;

CREATE TABLE placing (
    submission INTEGER NOT NULL REFERENCES submission,
    snapshot INTEGER NOT NULL REFERENCES snapshot,
    line INTEGER NOT NULL,
    place INTEGER,
    score REAL NOT NULL,
    played INTEGER NOT NULL,
    won INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    rating REAL,
    low REAL,
    high REAL,
    PRIMARY KEY (submission, snapshot)
) STRICT, WITHOUT ROWID;
CREATE INDEX placing_by_snapshot ON placing (snapshot, line);
CREATE TABLE worker (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    class TEXT NOT NULL,
    name TEXT NOT NULL,
    suspended TEXT,
    UNIQUE (key, class)
) STRICT;

CREATE TABLE struck (
    id INTEGER PRIMARY KEY,
    match INTEGER NOT NULL,
    worker INTEGER NOT NULL REFERENCES worker,
    at INTEGER NOT NULL,
    reason TEXT NOT NULL,
    zstd BLOB NOT NULL,
    dictionary INTEGER REFERENCES dictionary
) STRICT;
CREATE INDEX match_by_worker ON match (worker) WHERE worker IS NOT NULL;
INSERT INTO meta (key, value) VALUES ('entrants', '[1,2,3]');
INSERT INTO meta (key, value) VALUES ('format', '{"kind":"swiss","rounds":2,"games_per_round":1,"seeding":"order"}');
INSERT INTO meta (key, value) VALUES ('game', '"footsteps"');
INSERT INTO meta (key, value) VALUES ('name', 'Fixture');
INSERT INTO meta (key, value) VALUES ('options', '{}');
INSERT INTO meta (key, value) VALUES ('programs', '{"memory":"match","on_fault":"game","disqualify_on":[],"on_disqualified":"strike matches","freeze":true}');
INSERT INTO meta (key, value) VALUES ('programs.memory', '"match"');
INSERT INTO meta (key, value) VALUES ('programs.on_fault', '"game"');
INSERT INTO meta (key, value) VALUES ('ranking', '{"kind":"points"}');
INSERT INTO meta (key, value) VALUES ('seed', '1');
INSERT INTO meta (key, value) VALUES ('seed in force', '1');
INSERT INTO meta (key, value) VALUES ('table last shown', '[{"bot":"first","submission":2,"rank":1,"score":2.0},{"bot":"rogue","submission":1,"rank":2,"score":1.0},{"bot":"last","submission":3,"rank":2,"score":1.0}]');
INSERT INTO meta (key, value) VALUES ('tier', 'D');
INSERT INTO submission (id, name, digest, language) VALUES (1, 'rogue', '5fae46d2e46f8b2b2de082ecd96704541015a5fb173e973f32277be887adf129', 'python');
INSERT INTO submission (id, name, digest, language) VALUES (2, 'first', '', 'builtin');
INSERT INTO submission (id, name, digest, language) VALUES (3, 'last', '', 'builtin');
INSERT INTO cell (id, seats, scheduled, scheduled_top, finished, finished_top) VALUES (1, '1 2', 1, 1, 1, 1);
INSERT INTO cell (id, seats, scheduled, scheduled_top, finished, finished_top) VALUES (2, '3', 1, 1, 1, 1);
INSERT INTO cell (id, seats, scheduled, scheduled_top, finished, finished_top) VALUES (3, '2 3', 2, 3, 1, 2);
INSERT INTO cell (id, seats, scheduled, scheduled_top, finished, finished_top) VALUES (4, '1', 1, 2, 1, 2);
INSERT INTO tally (cell, seat, played, won, drawn, lost, score, faults) VALUES (1, 0, 1, 0, 0, 1, 0.0, 1);
INSERT INTO tally (cell, seat, played, won, drawn, lost, score, faults) VALUES (1, 1, 1, 1, 0, 0, 1.0, 0);
INSERT INTO tally (cell, seat, played, won, drawn, lost, score, faults) VALUES (2, 0, 1, 1, 0, 0, 1.0, 0);
INSERT INTO tally (cell, seat, played, won, drawn, lost, score, faults) VALUES (3, 0, 1, 1, 0, 0, 1.0, 0);
INSERT INTO tally (cell, seat, played, won, drawn, lost, score, faults) VALUES (3, 1, 1, 0, 0, 1, 0.0, 0);
INSERT INTO tally (cell, seat, played, won, drawn, lost, score, faults) VALUES (4, 0, 1, 1, 0, 0, 1.0, 0);
INSERT INTO match (number, cell, repeat, seed, outcome, turns, faults, took_us, ended, results) VALUES (1, 1, 0, 7948361810688715, '{"scores":[0,1],"termination":"forfeit","seats":[0],"reason":"illegal","detail":{"position":0,"points":[50,50]}}', 1, 1, 30247, 7, 'LW');
INSERT INTO match (number, cell, repeat, seed, outcome, turns, faults, took_us, ended, results) VALUES (2, 2, 0, 7844138278370554, '{"scores":[1],"termination":"normal"}', 0, 0, NULL, NULL, NULL);
INSERT INTO match (number, cell, repeat, seed, outcome, turns, faults, took_us, ended, results) VALUES (3, 3, 1, 3141984464914737, '{"scores":[1,0],"termination":"normal","detail":{"position":-3,"points":[45,0]}}', 5, 0, 89, 9, 'WL');
INSERT INTO match (number, cell, repeat, seed, outcome, turns, faults, took_us, ended, results) VALUES (4, 4, 1, 8244651641420482, '{"scores":[1],"termination":"normal"}', 0, 0, NULL, NULL, NULL);
INSERT INTO match (number, cell, repeat, seed, outcome, turns, faults, took_us, ended, results) VALUES (5, 3, 2, 12345, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO fault (match, submission, kind, count) VALUES (1, 1, 'illegal', 1);
INSERT INTO record (match, zstd, dictionary) VALUES (1, x'28b52ffd604301ad0b0026da4a1d6047b20341b1b3b6b8519b35f2830e01152872c7afe997024a126418e64100420042000da5b25d30e3cbdb5040ebdf2f257e1878b7172ac35a5b6c9a59a825c7de63b77d490eef16a1f316a86dc3505f6e0b7deda554febd0f58f062de913ee0ad5dfc1049a1d4d6793fa8f4e8e385990f8236a0c7674468f142487e6d9db22477c7c808596b4d30760e9288b946cc10524165d82495982d178b3e8d3b1ee2104daed427ae14f2109947edfb4230852b2dec0fb4b8064a48127380b92909bfdcb9bf1f1885ae2f3760411bc6fcfb350c50be188601792fe00bbf57c3fd0120492ef0f7daf3be2c1500c917e44828a80ac5c6b8e4224344711c6acac52276540b3162c6352121722b1186cf5a9c584c0522624a1202abc20a99b4f0c2d3d28231e1ed6821817f67cb4a031b00916bfc72afd9d99029423dcc00c702f31130d8da07ccefe3cadc9ad6832d421184cd8420f73b826811abb4104033c0358008ec149c852d64a40e5fa038cd18db19e4e05264', NULL);
INSERT INTO record (match, zstd, dictionary) VALUES (3, x'28b52ffd600302c50900d6d33a1f5047ac0348f1c4e45aacf411825b3e3bf3228655a06d7f11061d636665741332003000310003ec93b60215e914d24ac9289c74107bd23dbfb5619f4c7cd410672f07f9fd34349d3446e5ec0d5bc1f7b0330d1b95edde046777edcbecf240df106abdc0d9653ffa5d2a29948c45b01fc8081b7e991912b441847f0913ddf768cbd6d3291f8dc89b5bebc1ab12f3a2e18b00d867342cafd14ebe5f1a949169cc83b2e9f7e03d32baf9263a7a882a21e2a8acced6c31cc0df9f84fae51aab845014c4c850cead6620c62288d385d25052702821c5c52a10a235c748329022e13edc4759844b67a7b30b5ef21d005884a00fe286a96c0df95557972962d504287b80ca037a567c71050540b95b80f8a8872032a3bfaf58a3c55a1f0be680c0d582d46cca1a615381b8cc8067c83838fc76c63bb8d413', NULL);
INSERT INTO last_words (match, seat, zstd) VALUES (1, 0, x'28b52ffd2005290000676f6e650a');
INSERT INTO phase (first, entrants, format, programs) VALUES (1, '1 2 3', '{"kind":"swiss","rounds":2,"games_per_round":1,"seeding":"order"}', '{"memory":"match","on_fault":"game","disqualify_on":[],"on_disqualified":"strike matches","freeze":true}');
INSERT INTO sitting (submission, cell) VALUES (1, 1);
INSERT INTO sitting (submission, cell) VALUES (1, 4);
INSERT INTO sitting (submission, cell) VALUES (2, 1);
INSERT INTO sitting (submission, cell) VALUES (2, 3);
INSERT INTO sitting (submission, cell) VALUES (3, 2);
INSERT INTO sitting (submission, cell) VALUES (3, 3);
INSERT INTO attempt (line, kind, match, began, ended, what, hash) VALUES (1, 'run', 0, 1000, 1000, '{"certamen":"0.1.0","tier":"D","before":2}', 'e0ab2314417d52b18efacd4d23640f49178dba10f44a0791501ae53fde0c6eb4');
INSERT INTO attempt (line, kind, match, began, ended, what, hash) VALUES (2, 'void', 5, 2000, 2500, 'the host stood still', 'b9412bbbe5016c00242830ab22e50cbbf7768c674e9ed3b09d1bc1588ccbbcf9');

INSERT INTO snapshot (number, at, matches) VALUES (1, 10, 2);
INSERT INTO placing (submission, snapshot, line, place, score, played, won, drawn, lost, rating, low, high) VALUES (2, 1, 0, 1, 1.0, 2, 2, 0, 0, 120.5, -30.0, 271.0);
INSERT INTO placing (submission, snapshot, line, place, score, played, won, drawn, lost, rating, low, high) VALUES (1, 1, 1, NULL, 0.0, 1, 0, 0, 1, NULL, NULL, NULL);
INSERT INTO worker (id, key, class, name, suspended) VALUES (1, 'UAKEY', 'k', 'lab', 'it lied');
UPDATE match SET worker = 1 WHERE number = 3;
INSERT INTO struck (id, match, worker, at, reason, zstd, dictionary) SELECT 1, match, 1, 10, 'it lied', zstd, dictionary FROM record WHERE match = 3;
PRAGMA user_version = 7;
