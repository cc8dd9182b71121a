lead = Prime mosse delle ultime partite, con la quota dei punti del giocatore che ha mosso; del primo posto se muovono in più insieme.
start = Inizio
moves = Mosse
counted = Partite contate: { $count }
latest_counted = Sono contate solo le ultime partite: { $count }
no_more = Qui non sono contate altre mosse.
more_moves = Mosse più rare: { $count }
chance = Le aperture si mostrano per giochi senza caso e senza informazioni nascoste, se tutte le partite iniziano allo stesso modo.
