depths = { $given } está fuera de rango: use de { $low } a { $high }
too_many_seeds = { $given } semillas son demasiadas: como máximo { $most }
two_are_possible = { $given } no es válido: use { $one } o { $other }
some_are_possible = { $given } no es válido: use { $known }
needs_alpha_beta = necesita search=alpha-beta
no_move = una jugada se escribe `R 3` o `3`, con un hoyo de 0 a 5
not_possible = { $action } no es posible aquí (posible: { $possible })
nothing = nada
too_few_values = { $given } valores para { $due } hojas
board = TABLERO:
player = Jugador { $number }
below = abajo
above = arriba
heading = Juego: (1) { $first } vs { $second } (2)
subheading = Local game { $first }-{ $second } depth={ $depth }
turn = [J { $slot }] El turno es de { $name }
chooser = Jugador { $name }.
choices = Elija entre: ({ $actions })
in_brief = o en modo abreviado: ({ $holes })
enter = Introduzca jugada o x para terminar :
sown = Juega ({ $action }) => { $fell }{ $ending }
fell = Ultima ficha en { $place }, con { $held }, contra: { $against }
goes_on = Kalaha y sigue jugando,
captures = Captura { $seeds } y termina,
sows = [J { $slot }] { $name } juega ({ $action })
passes = [J { $slot }] { $name } pasa turno.
plays_again = el otro vuelve a jugar
victory = FIN DEL JUEGO por VICTORIA en { $count } Jugadas
draw = FIN DEL JUEGO por TABLAS en { $count } Jugadas
score = Marcador: { $first } { $points } - { $other_points } { $second }
person = Humano
cut = poda
effort = nodos: { $nodes }, evaluaciones: { $evaluations }
hole = hoyo { $hole }, semillas: { $seeds }
told_sown = el jugador { $player } siembra el hoyo { $hole }
told_points = puntos: { $first } a { $second }
how_worth = Una búsqueda de { $depth } jugadas de profundidad con la evaluación { $evaluation }: los valores son los del jugador que mueve, y ≤ precede a lo que se podó.
detail_points = puntos
detail_slots = ranuras
detail_ac = ac
result_at_limit = Gana { $player } tras { $slots } jugadas con { $seeds } semillas, más de la mitad
result_cut = Empate: la partida se corta tras { $slots } jugadas
option_board = las semillas al empezar, 255 como mucho en total: para el lado 0 y el lado 1 los hoyos 0 a 5 y el Kalaha
option_turn = el lado que empieza
option_max_slots = ranuras (jugadas más pases forzados) tras las que la partida se corta
note_protocol =
    Un bot para Mancala8.

    El programa vive lo que dura la partida. Cuando le toca lee 15 números en una línea: sus hoyos 0 a
    5, su Kalaha, los hoyos 0 a 5 del rival, la Kalaha del rival, las ranuras contadas.
    El lado propio va siempre primero. Responde `R 3`: sembrar desde el hoyo 3. Un hoyo vacío, otra
    cosa, o no responder a tiempo pierde la partida. La última semilla en la Kalaha propia da otra jugada.
note_idea = Aquí va su idea. Esta juega otra vez si puede; si no, siembra desde el hoyo más lleno.
note_question = La posición: un programa puede olvidar todo lo anterior.
