turn = turn
metric = metric
value = value
form = seat { $seat }: { $line }: ignored; write [TDATA] NAME = NUMBER, or [TDATA][TURN] NAME = NUMBER
no_turn = seat { $seat }: { $line }: ignored; the match has turns 1 to { $last }
uncounted = seat { $seat }: { $line }: ignored, only the last 8 KiB are stored; write [TDATA][TURN] NAME = NUMBER
