cannot_be_played = the match cannot be played: { $why }
cannot_be_resumed = the match cannot be resumed: { $why }
stopped = the match was stopped after { $turns } turns
# $turn, $seat, $then, $now
plays_otherwise = turn { $turn }: seat { $seat } played { $then }, but now plays { $now }
nothing_legal = no legal move
no_gtp_game = the Go Text Protocol cannot play { $game }: set `protocol`
# $command, $reason
engine_refuses = the engine refuses `{ $command }`: { $reason }
terminal = the terminal: { $error }
script_ended = the script has ended
possible = legal moves: { $actions }
# $name, $seat
at_seat = { $name } (seat { $seat })
your_move = your move (? for help, x to leave)
secret_move = your move, hidden as you type (? for help, x to leave)
impossible = invalid move: { $why }
what_to_type = type a move as listed; `?` shows this help, `u` takes back your last move, `s` or `s FILE` saves the match and leaves it, `x` leaves it
nothing_to_take_back = there is no move to take back
no_cecp_game = the Chess Engine Communication Protocol cannot play { $game }: set `protocol`
no_fischerandom = the engine does not play Chess960: its feature `variants` lacks `fischerandom`
no_setboard = the engine cannot begin with a position: it has no feature `setboard`; use openings that are moves
no_uci_game = the Universal Chess Interface cannot play { $game }: set `protocol`
no_chess960 = the engine does not play Chess960: it has no option `UCI_Chess960`
# $name, $known
no_engine_option = `engine.options` of bot.toml: the engine has no option `{ $name }`; it has { $known }
# $name, $value, $reason
engine_option = `engine.options` of bot.toml: option `{ $name }` cannot be `{ $value }`: { $reason }
engine_truth = use true or false
engine_number = use a whole number
# $least, $most
engine_range = use a number from { $least } to { $most }
engine_choice = use one of { $choices }
