how_worth = El tablero está resuelto: 1 es victoria del jugador de la izquierda, −1 del de la derecha. Los porcentajes indican con qué frecuencia el juego óptimo hace cada apuesta.
odd_numbers = { $given } no es válido: use impares de { $low } a { $high }
no_bid = `{ $reply }` no es una apuesta: escriba un número decimal en una línea
bid_out_of_range = apuesta { $bid }: con { $points } puntos apueste de { $low } a { $high }
too_large_to_solve = { $given } es demasiado: se resuelven como máximo { $most }
points = puntos: { $left } | { $right }
points_of_both = valor no válido { $given }: use un número entero, como 50, o uno por lado, como [43,47]
to_the_left = usted quiere la ficha en el extremo izquierdo
to_the_right = usted quiere la ficha en el extremo derecho
square = casilla { $place } (-{ $reach } .. +{ $reach })
told = la ficha está en { $place }; puntos: { $left } a { $right }
token = la ficha
detail_position = posición
detail_points = puntos
left = izquierda
right = derecha
result_left = { $player } llega al extremo izquierdo y le { $points ->
    [one] queda { $points } punto
   *[other] quedan { $points } puntos
 }
result_right = { $player } llega al extremo derecho y le { $points ->
    [one] queda { $points } punto
   *[other] quedan { $points } puntos
 }
result_spent = Empate: ambos han gastado todos sus puntos
option_squares = longitud de la tira, impar
option_points = puntos de cada jugador al empezar
note_protocol =
    Un bot para FootSteps.

    El programa vive lo que dura la partida. En cada turno escribe su apuesta en una línea, y solo
    entonces lee una línea: la apuesta del rival en ese turno, o `fin`.
    Se apuesta al menos 1 y como mucho lo que queda; sin puntos, 0. Cualquier otra cosa, o no
    responder a tiempo, pierde la partida. La apuesta mayor mueve la ficha; ambas se pagan.
note_idea = Aquí va su idea. Esta reparte los puntos entre los pasos que faltan.
note_steps = Cuántos pasos faltan para que la ficha llegue a nuestro extremo; parte del medio.
