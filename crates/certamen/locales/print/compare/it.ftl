better = il nuovo è migliore
not_better = il nuovo non è migliore
undecided = indeciso: servono più partite (--games)
nothing_new = indeciso: ogni partita ne ripete un’altra; usi altri bot con --against, o altre opzioni
repeated_blocks = blocchi che potevano solo ripeterne un altro, non contati
results_of = Risultati di
faults_of = falli di { $bot }
stopped_early = l’Elo viene da una prova che si è fermata alla risposta: in media è troppo lontano da zero
