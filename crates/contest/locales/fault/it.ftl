nondeterminism = dichiarato deterministico senza esserlo
silence = addormentato per tre partite di fila
