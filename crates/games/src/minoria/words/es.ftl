no_choice = `{ $reply }` no es una elección: responda A, B o C
round = ronda { $round }/{ $rounds }
chosen = elegido: { $choices } (A { $a }, B { $b }, C { $c })
scored = { $option } puntúa
no_scorer = nadie puntúa
points = puntos: { $points }
detail_rounds = rondas
option_rounds = rondas de una partida
note_protocol =
    Un bot para Minoría.

    El programa vive lo que dura la partida. En cada ronda lee una línea de cinco palabras: la ronda,
    las rondas en total, su asiento desde 0, los puntos de todos separados por comas, y lo que todos
    eligieron en la última ronda, como ABB, o `-` en la primera. Responde A, B o C. De las opciones
    elegidas, la que menos eligieron da un punto a cada uno que la eligió; con empate, a nadie.
    Cualquier otra cosa, o no responder a tiempo, acaba la partida, y el bot queda bajo los demás.
note_idea = Aquí va su idea. Esta toma lo que menos eligieron en la última ronda.
note_question = Todo lo que hay que saber: un programa puede olvidar lo anterior.
