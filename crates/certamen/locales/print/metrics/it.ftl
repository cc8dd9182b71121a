turn = turno
metric = metrica
value = valore
form = posto { $seat }: { $line }: tralasciato: scrivi [TDATA] NOME = NUMERO, oppure [TDATA][TURNO] NOME = NUMERO
no_turn = posto { $seat }: { $line }: tralasciato: la partita ha i turni da 1 a { $last }
uncounted = posto { $seat }: { $line }: tralasciato: si conservano solo gli ultimi 8 KiB, perciò scrivi [TDATA][TURNO] NOME = NUMERO
