chess_only = solo le aperture degli scacchi si scrivono in EPD e PGN: usi JSON Lines, un oggetto di opzioni per riga
too_many_openings = più di { $most } aperture
no_openings = non c’è nessuna apertura
no_object = non è un oggetto di opzioni, come `{"{"}"fen":"…"{"}"}`
option_twice = l’opzione `{ $key }` è anche tra le opzioni di tutte le partite: la tolga da lì
finished = la partita finirebbe subito: tolga questa apertura
