chess_only = only openings of chess are written in EPD and PGN: use JSON Lines, an object of options on each line
too_many_openings = more than { $most } openings
no_openings = there is no opening
no_object = not an object of options, such as `{"{"}"fen":"…"{"}"}`
option_twice = option `{ $key }` is also among the options of all matches: leave it out there
finished = the match would be over at once: remove this opening
