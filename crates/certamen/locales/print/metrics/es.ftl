turn = turno
metric = métrica
value = valor
form = asiento { $seat }: { $line }: se omite; escriba [TDATA] NOMBRE = NÚMERO, o [TDATA][TURNO] NOMBRE = NÚMERO
no_turn = asiento { $seat }: { $line }: se omite; la partida tiene los turnos 1 a { $last }
uncounted = asiento { $seat }: { $line }: se omite, solo se guardan los últimos 8 KiB; escriba [TDATA][TURNO] NOMBRE = NÚMERO
