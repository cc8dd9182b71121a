no_answer = una respuesta es `row column` (fila y columna) o `pass`
no_point = fila y columna son números de 1 a { $size }
taken = hay una piedra en { $point }
suicide = una piedra en { $point } no tendría libertades
stones = X negro, O blanco
prisoners = prisioneros tomados por negro: { $black }, blanco: { $white }
black_moves = juega: negro
white_moves = juega: blanco
black_resigns = negro abandona
white_resigns = blanco abandona
both_passed = ambos han pasado
repeated = la posición se repite: empate
limit_reached = se alcanzó el límite de jugadas: empate
black_stone = piedra negra en { $point }
white_stone = piedra blanca en { $point }
black_played = negro: { $point }
white_played = blanco: { $point }
on_point = en { $point }
no_stone = pasa
detail_area = área
detail_prisoners = prisioneros
detail_end = final
detail_passes = pases
detail_plies = jugadas
detail_repetition = repetición
detail_resignation = abandono
black = negro
white = blanco
result_black_wins = Gana negro ({ $player }) por { $by ->
    [one] { $by } punto
   *[other] { $by } puntos
 }, { $own } a { $other }
result_white_wins = Gana blanco ({ $player }) por { $by ->
    [one] { $by } punto
   *[other] { $by } puntos
 }, { $own } a { $other }
result_black_unopposed = Gana negro ({ $player }): blanco abandona
result_white_unopposed = Gana blanco ({ $player }): negro abandona
result_even = Empate: { $points } puntos cada uno
result_repetition = Empate: la posición se repite
result_limit = Empate: se alcanzó el límite de jugadas
option_size = filas y columnas del tablero
option_max_plies = jugadas y pases tras los que la partida es tablas: 0 es sin límite, si se omite es 3 veces los puntos del tablero
note_protocol =
    Un bot para Go.

    El programa se ejecuta una vez por jugada. En la entrada estándar halla una línea por fila, primero
    la de arriba: `0` vacío, `1` negra, `2` blanca; después una línea `b w t`: los prisioneros de negro y
    de blanco, y su propio color. Escribe `fila columna`, desde 1 y desde arriba a la izquierda, o `pass`.
    Un punto ocupado, un suicidio, otra cosa, o no responder a tiempo pierde la partida.
    A posiciones iguales, respuestas iguales: sin azar.
note_legal = Un punto junto a otro vacío nunca es un suicidio.
note_idea = Aquí va su idea. Esta prefiere puntos junto a piedras del rival y a puntos vacíos.
note_question = El tablero, los prisioneros y el color propio.
