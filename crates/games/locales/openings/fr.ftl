chess_only = seules les ouvertures d’échecs s’écrivent en EPD et PGN : utilisez JSON Lines, un objet d’options par ligne
too_many_openings = plus de { $most } ouvertures
no_openings = il n’y a aucune ouverture
no_object = ce n’est pas un objet d’options, comme `{"{"}"fen":"…"{"}"}`
option_twice = l’option `{ $key }` est aussi parmi les options de toutes les parties : retirez-la de là
finished = la partie serait finie aussitôt : retirez cette ouverture
