# Labels of the facts of a finding.
answer = la respuesta
would_do = esto se aceptaría
rules = las reglas dicen
error = el error
signal = la señal
system = el sistema dice
asked_by = se pregunta por
works = funciona con
first = primero
then = después
limit = el límite
measured = medido
question = la pregunta
file = el archivo
did_you_mean = quizá quiso decir
flush = vacíe el búfer de cada línea con
fact = { $label }: { $value }

# The report.
heading = { $bot } ({ $language }): { $game }, protocolo { $protocol }, nivel de aislamiento { $tier }
brief_heading = { $bot } ({ $language }): { $game }
tried = partidas de prueba: { $matches }, respuestas válidas: { $answers }
slowest = respuesta más lenta: { $slowest } / { $limit } ms
memory = memoria máxima: { $peak } / { $limit } MiB
correction = corrección: { $advice }
note = nota: { $advice }
in_match = en una partida contra builtin:{ $opponent }, { $sat }, turno { $turn }, semilla { $seed }, { $options }
seated = asiento { $seat } de { $seats }
exchange = intercambio, byte por byte (> al bot, < del bot):
last_words = últimas líneas de la salida de error:
compiler = salida del compilador:
all_is_well = sin problemas: el bot puede jugar
to_correct = correcciones necesarias: { $count }

# Input and output, and how the run ended.
started = inicio
unasked = { $said }  (sin pregunta)
no_line_end = { $said }  (sin fin de línea)
argument = argumento { $argument }
longer = { $said }… ({ $bytes } bytes)
exited = salida { $code }
signalled = señal { $signal }
timed_out = tiempo agotado
too_much_output = demasiada salida
out_of_memory = sin memoria
forbidden_call = llamada al sistema prohibida

# Reasons for a missing report.
cannot_be_played = la partida no se puede jugar: { $why }
left = un bot abandonó la partida, y solo las personas pueden hacerlo
no_end = no terminó
nothing_played = no se jugó ninguna partida
needs = necesita { $needed } ms, se permiten { $allowed } ms
needs_more = necesita más de { $needed } ms, se permiten { $allowed } ms
needs_share = necesita el { $needed } % (entre { $low } y { $high } %); se permite: { $allowed }
against_starting = { $what }, contra { $opponent }, con el saque a favor
against_not_starting = { $what }, contra { $opponent }, con el saque en contra
illegal_reply = la respuesta «{ $reply }» no es una jugada legal
points = { $own } puntos a { $other }
in_position = { $what }, en la posición { $position }
awaited = palabra que falta
