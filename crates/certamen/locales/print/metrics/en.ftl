turn = turn
metric = metric
value = value
form = seat { $seat }: { $line }: left out: write [TDATA] NAME = NUMBER, or [TDATA][TURN] NAME = NUMBER
no_turn = seat { $seat }: { $line }: left out: the match has the turns 1 to { $last }
uncounted = seat { $seat }: { $line }: left out: only the last 8 KiB are kept, so write [TDATA][TURN] NAME = NUMBER
