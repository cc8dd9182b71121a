no_plan = un turno son exactamente tres de N123ABCXYZFURT
wrong_order = orden no válido { $given }: dé cada asiento de 0 a { $last } una vez
title = Monedas
centre = ronda { $round }/{ $rounds }, monedas en el centro: { $coins }
player = jugador
points = puntos
flipped = volteadas
unflipped = sin voltear
counted_now = si se contara ya
plays = el jugador { $player } juega { $plan }
detail_rounds = rondas
detail_coins = monedas
detail_start_coins = monedas al principio
option_coins = monedas en el centro al empezar; se sortean si se omiten
option_order = el orden de los turnos, cada asiento una vez, como en [2,0,1]; se sortea si se omite
option_rounds = máximo de rondas
option_bad_output = cómo se juega una salida que no son tres acciones: como NNN, o cada carácter desconocido como N
note_protocol =
    Un bot para Coins.

    El programa se ejecuta una vez por turno, con un argumento:
    {"    "}Ronda;IdPropio;Monedas;Id_Puntos_Volteadas_SinVoltear;Id_Puntos_Volteadas_SinVoltear;...
    Los jugadores van en orden de turno. Escribe tres acciones de N 1 2 3 A B C X Y Z F U R T, sin nada
    entre ellas, y acaba: `2FF` toma dos monedas (-1 cada una) y voltea ambas (+2 cada una).
    Tres acciones siempre son legales; cualquier otra cosa es una falta y juega NNN.
note_idea = Aquí va su idea. Esta voltea lo que tiene, y toma dos monedas cuando no tiene.
note_question = La mesa es el único argumento; sus partes van separadas por puntos y comas.
