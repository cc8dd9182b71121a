title = Chess
white = white
black = black
no_move = `{ $reply }` is not a legal move here: write it like `e2e4`, `e7e8q` or `Nf3`
# $number, $reply
no_opening_move = move { $number }: `{ $reply }` is not legal there: write moves like `e2e4` and `e7e8q`
# $number, $end
over_after_move = move { $number } ends the match ({ $end }): leave it out
already_over = the match would be over at once ({ $end }): choose another position
too_many_moves = more than { $most } moves
pgn_tag = a tag is written on one line as `[Name "value"]`, with a backslash before `"` and `\` in the value
pgn_comment = a comment begins here and is not closed by a brace
pgn_brackets = a variation is closed that was not opened, or is not closed
pgn_no_end = the game before has no end: write `1-0`, `0-1`, `1/2-1/2` or `*` behind its moves
pgn_variant = a game of the variant `{ $variant }`: Chess960 needs `chess960 = true`, and others are not played here
# $number, $reply
pgn_move = move { $number }: `{ $reply }` is not legal there
fen_fields = not a position in Forsyth-Edwards Notation: it has six fields with single blanks between them, or the first four
fen_board = the placing of the pieces is impossible: eight rows from the top, each of eight squares; each side has one king, at most 16 pieces and 8 pawns, no pawn on the first or last row; the side that is not to move is not in check
fen_side = the side to move is `w` or `b`
fen_castling = the castling rights are impossible: `-`, or some of `KQkq`, each with its king and its rook on the first row; in Chess960 the files of the rooks are possible, too
fen_other_castling = castling with a king that is not on e1 or e8, or a rook that is not in a corner, needs `chess960 = true`
fen_passing = the square behind a pawn that has moved two squares is impossible: `-` if there is none
fen_clocks = the counters are impossible: half-moves from 0 to 100 without a capture or a pawn move, and the number of the move from 1 to 65535
letters = capital letters: white; K king, Q queen, R rook, B bishop, N knight, P pawn
white_moves = to move: white
black_moves = to move: black
white_in_check = to move: white, in check
black_in_check = to move: black, in check
white_is_mated = white is checkmated
black_is_mated = black is checkmated
white_resigns = white resigns
black_resigns = black resigns
drawn = draw: { $end }
# $from, $to
white_played = white: { $from } to { $to }
# $from, $to
black_played = black: { $from } to { $to }
white_pawn = white pawn on { $square }
white_knight = white knight on { $square }
white_bishop = white bishop on { $square }
white_rook = white rook on { $square }
white_queen = white queen on { $square }
white_king = white king on { $square }
black_pawn = black pawn on { $square }
black_knight = black knight on { $square }
black_bishop = black bishop on { $square }
black_rook = black rook on { $square }
black_queen = black queen on { $square }
black_king = black king on { $square }
detail_end = end
detail_plies = plies
detail_checkmate = checkmate
detail_stalemate = stalemate
detail_material = insufficient material
detail_repetition = third repetition
detail_fifty_moves = fifty moves
detail_resignation = resignation
detail_ended = adjudicated
detail_resign = one side sees itself lost
detail_draw = both sides see nothing
detail_moves = enough moves
result_white_mates = White ({ $player }) wins by checkmate
result_black_mates = Black ({ $player }) wins by checkmate
result_white_unopposed = White ({ $player }) wins: black resigns
result_black_unopposed = Black ({ $player }) wins: white resigns
result_stalemate = Draw by stalemate
result_material = Draw: neither side can give mate
result_repetition = Draw by threefold repetition
result_fifty_moves = Draw: fifty moves without a capture or a move of a pawn
option_fen = the position at the start, in Forsyth-Edwards Notation; omitted means the usual one
option_moves = moves that are already played, such as `e2e4`
option_chess960 = kings castle from any square, as in Chess960, and take their own rook to do so
note_protocol =
    A bot for chess.

    The program runs for the whole match. Before each move it reads two lines: the position in
    Forsyth-Edwards Notation, and the legal moves with blanks between them; it prints one of them.
    The line `fin` ends the match.
    Anything else, or no answer in time, loses the match.
note_idea = Your idea goes here. This one takes the most valuable piece, or else plays the last move.
note_question = The position and the legal moves. The first word has the rows from the top; capitals are white.
