nondeterminism = dichiarato deterministico senza esserlo
