better = el nuevo es mejor
not_better = el nuevo no es mejor
undecided = sin decidir: hacen falta más partidas (--games)
nothing_new = sin decidir: cada partida repite una anterior; use otros bots con --against, u otras opciones
repeated_blocks = bloques que solo podían repetir uno anterior, sin contar
results_of = Resultados de
faults_of = faltas de { $bot }
stopped_early = el Elo procede de una prueba que se detuvo al tener respuesta: en promedio queda demasiado lejos de cero
