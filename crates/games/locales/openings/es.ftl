chess_only = solo las aperturas de ajedrez se escriben en EPD y PGN: use JSON Lines, un objeto de opciones por línea
too_many_openings = más de { $most } aperturas
no_openings = no hay ninguna apertura
no_object = no es un objeto de opciones, como `{"{"}"fen":"…"{"}"}`
option_twice = la opción `{ $key }` está también entre las opciones de todas las partidas: quítela allí
finished = la partida acabaría al instante: quite esta apertura
