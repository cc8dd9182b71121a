no_answer = an answer is `row column` or `pass`
no_point = row and column are numbers from 1 to { $size }
taken = there is a stone on { $point }
suicide = a stone on { $point } would have no liberty
stones = X black, O white
# $black, $white
prisoners = prisoners taken by black: { $black }, white: { $white }
black_moves = to move: black
white_moves = to move: white
black_resigns = black resigns
white_resigns = white resigns
both_passed = both have passed
repeated = the position occurs again: a draw
limit_reached = the move limit is reached: a draw
black_stone = black stone on { $point }
white_stone = white stone on { $point }
black_played = black: { $point }
white_played = white: { $point }
on_point = on { $point }
no_stone = pass
detail_area = area
detail_prisoners = prisoners
detail_end = end
detail_passes = passes
detail_plies = plies
detail_repetition = repetition
detail_resignation = resignation
black = black
white = white
# $player, $by, $own, $other
result_black_wins = Black ({ $player }) wins by { $by ->
    [one] { $by } point
   *[other] { $by } points
 }, { $own } to { $other }
# $player, $by, $own, $other
result_white_wins = White ({ $player }) wins by { $by ->
    [one] { $by } point
   *[other] { $by } points
 }, { $own } to { $other }
result_black_unopposed = Black ({ $player }) wins: white resigns
result_white_unopposed = White ({ $player }) wins: black resigns
result_even = Draw: { $points } points each
result_repetition = Draw: the position occurs again
result_limit = Draw: the move limit is reached
option_size = rows and columns of the board
option_max_plies = moves and passes after which the match is a draw: 0 means no limit, omitted means 3 times the points of the board
note_protocol =
    A bot for Go.

    The program is run once for each move. Standard input has a line for each row, the top one first:
    `0` empty, `1` black, `2` white; then a line `b w t`: the prisoners of black and of white, and
    the bot's own colour. It prints `row column`, from 1 and from the top left, or `pass`, and exits.
    An occupied point, a suicide, anything else, or no answer in time loses the match.
    Equal positions must get equal answers: do not use randomness.
note_legal = A point next to an empty one is never a suicide.
note_idea = Your idea goes here. This one prefers points next to rival stones and to empty points.
note_question = The board, the prisoners and the bot's colour.
