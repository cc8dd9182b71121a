timeout = tempo scaduto
exit = uscita
crash = arresto
illegal = illegale
output = uscita eccessiva
memory = memoria
security = sicurezza
nondeterminism = dichiarato deterministico senza esserlo
