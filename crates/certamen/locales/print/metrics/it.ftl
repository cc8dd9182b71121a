turn = turno
metric = metrica
value = valore
form = posto { $seat }: { $line }: ignorato; scriva [TDATA] NOME = NUMERO, oppure [TDATA][TURNO] NOME = NUMERO
no_turn = posto { $seat }: { $line }: ignorato; la partita ha i turni da 1 a { $last }
uncounted = posto { $seat }: { $line }: ignorato, si conservano solo gli ultimi 8 KiB; scriva [TDATA][TURNO] NOME = NUMERO
