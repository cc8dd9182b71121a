no_square = `{ $reply }` no es una casilla: escriba un número decimal en una línea
not_free = la casilla { $square } no está libre
outside = no hay casilla { $square }: la tira tiene de 1 a { $squares }
