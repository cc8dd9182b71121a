turn = turn
metric = metric
value = value
# $seat, $line
form = seat { $seat }: { $line }: ignored; write [TDATA] NAME = NUMBER, or [TDATA][TURN] NAME = NUMBER
# $seat, $line, $last
no_turn = seat { $seat }: { $line }: ignored; the match has turns 1 to { $last }
# $seat, $line
uncounted = seat { $seat }: { $line }: ignored, only the last 8 KiB are stored; write [TDATA][TURN] NAME = NUMBER
