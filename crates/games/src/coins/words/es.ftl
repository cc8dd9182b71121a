no_plan = un turno son tres de N123ABCXYZFURT y nada más
wrong_order = se da { $given }, cada asiento de 0 a { $last } hace falta una vez
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
note_protocol =
    Un bot para Coins.

    El programa se ejecuta una vez por turno, con un argumento:
    {"    "}Ronda;IdPropio;Monedas;Id_Puntos_Volteadas_SinVoltear;Id_Puntos_Volteadas_SinVoltear;...
    Los jugadores van en orden de turno. Escribe tres acciones de N 1 2 3 A B C X Y Z F U R T, sin nada
    entre ellas, y acaba: `2FF` toma dos monedas (-1 cada una) y voltea ambas (+2 cada una).
    Tres acciones siempre son legales; cualquier otra cosa es una falta y juega NNN.
note_idea = Aquí va su idea. Esta voltea lo que tiene, y toma dos monedas cuando no tiene.
note_question = La mesa es el único argumento, sus partes entre puntos y comas.
