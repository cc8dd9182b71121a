no_square = `{ $reply }` is not a square: print one decimal number on one line
not_free = square { $square } is not free
# $square, $squares
outside = there is no square { $square }: the strip has 1 to { $squares }
start = (start of the match)
no_winner = (no one wins the turn)
won_by_x = (player x wins the turn)
won_by_w = (player w wins the turn)
# $x, $w
told_choices = x has chosen { $x }, w { $w }
# $x, $w
told_points = points: { $x } to { $w }
detail_points = points
option_squares = length of the strip
note_protocol =
    A bot for Intervalo.

    The program is run once for each move, with one argument: a character for each square, square 1
    first: `.` free, `n` neutral, `p` own (propia), `a` the rival's (ajena).
    It prints the number of a free square, from 1, on one line, and exits. Anything else, or no
    answer in time, loses the match. It keeps nothing from one run to the next.
note_idea = Your idea goes here. This one takes the free square nearest to the middle.
note_question = The strip is the only argument.
