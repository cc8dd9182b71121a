no_square = `{ $reply }` no es una casilla: escriba un número decimal en una línea
not_free = la casilla { $square } no está libre
outside = no hay casilla { $square }: la tira tiene de 1 a { $squares }
start = (comienzo de la partida)
no_winner = (nadie gana el turno)
won_by_x = (el jugador x gana el turno)
won_by_w = (el jugador w gana el turno)
told_choices = x ha elegido { $x }, w { $w }
told_points = puntos: { $x } a { $w }
detail_points = puntos
option_squares = longitud de la tira
note_protocol =
    Un bot para Intervalo.

    El programa se ejecuta una vez por jugada, con un argumento: un carácter por casilla, primero la
    casilla 1: `.` libre, `n` neutra, `p` propia, `a` ajena.
    Escribe el número de una casilla libre, desde 1, en una línea, y acaba. Cualquier otra cosa, o
    no responder a tiempo, pierde la partida. No recuerda nada de una ejecución a otra.
note_idea = Aquí va su idea. Esta toma la casilla libre más cercana al medio.
note_question = El tablero es el único argumento.
