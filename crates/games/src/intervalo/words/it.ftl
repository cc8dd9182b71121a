no_square = `{ $reply }` non è una casella: scriva un numero decimale su una riga
not_free = la casella { $square } non è libera
outside = non c'è la casella { $square }: la striscia ha da 1 a { $squares }
