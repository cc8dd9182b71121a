# $key, $reason
option = option `{ $key }`: { $reason }
# $given, $seats
players_exactly = the game is for { $seats } players, { $given } given
# $given, $low, $high
players_between = the game is for { $low } to { $high } players, { $given } given
# $given, $low, $high
out_of_range = { $given } is out of range: use { $low } to { $high }
house_unknown = unknown built-in player `{ $name }`
# $name, $known
house_not_here = unknown built-in player `{ $name }`: this game has { $known }
# $name, $key, $reason
house_argument = built-in player `{ $name }`: argument `{ $key }`: { $reason }
takes_none = it takes none
takes = it takes { $known }
# $found, $due
turn_due = turn { $found } instead of turn { $due }
already_over = the match was already over
seats_to_act = the seats to act are { $seats }
# $seat, $why
at_seat = seat { $seat }: { $why }
rules_play = the rules play { $action } here
nothing_automatic = nothing is automatic here
neither = neither a move nor a fault
rules_answer = the rules answer this fault with { $due }
# $due, $played
rules_answer_otherwise = the rules answer this fault with { $due }, not { $played }
# $action, $why
illegal = { $action } is illegal: { $why }
fault_ends = a fault ends the match here
automatic_at_the_end = an automatic move in a finished state
answers_do_not_fit = the answers do not match the seats to act, { $seats }
# $given, $due
no_joint_action = { $given } is not a joint move of { $due }
# $seat, $action
foreign_action = seat { $seat } cannot play { $action }: it is a move of another game
other_game = a built-in player of another game is seated at { $game }
# $line, $reason
at_line = line { $line }: { $reason }
# $given, $known
other_rules = key `rules`: version { $given }, but this certamen has version { $known }
record_empty = the record is empty
behind_the_outcome = data after the outcome
no_json = not a record, whose lines are JSON: { $error }
# $found, $known
newer_format = record format { $found }, but this certamen reads { $known }: use a newer certamen
no_such_format = record format { $found } does not exist
no_version = key `certamen` is missing: not a record
# $path, $error
at_key = key `{ $path }`: { $error }
# $key, $recorded, $computed
difference = outcome.{ $key }: recorded { $recorded }, computed { $computed }
nothing = nothing
none = none
no_gtp_move = a move is a letter other than I with a number, pass or resign
# $game, $seed, $turn, $what
nonconformity = { $game }, seed { $seed }, turn { $turn }: { $what }
nothing_to_sample = seat { $seat } has nothing to sample
clone_changes = a clone changed with its original
# $seat, $action
sampled_illegal = seat { $seat }: the sampled move { $action } is illegal
# $found, $due
seats_of = { $found } seats instead of { $due }
over_but_acting = the match is over, but a seat is to act
idle = the match is not over, but no seat is to act
# $scores, $seats
scores_for_seats = { $scores } scores for { $seats } seats
absent_seat_acts = a seat that is not at this table is to act
automatic_of_several = an automatic move of several seats
no_legal_action = seat { $seat } has no legal move
# $action, $back
read_back = `{ $action }` is read back as { $back }
# $action, $why
fallback_illegal = the fallback `{ $action }`: { $why }
forfeit_scores = a forfeit without a score for each seat
record_changes = the record changes when it is read back
other_pictures = a replay gives different pictures
only_one_ends = the match and its replay do not both end
shared_key = two items of a picture have the key `{ $key }`
off_the_sheet = item `{ $key }` extends beyond the picture
picture_wavers = equal states give different pictures
secret_shown = seat { $seat } is shown what it must not know
hidden_undeclared = seat { $seat } sees another position than spectators, but the game is not declared as hidden
draws_at_start = the rules draw lots at the start, but the game is declared as `Draws::Never`
draws_in_turns = the rules draw lots in a turn, but the game is not declared as `Draws::InTurns`
other_marks = in { $language } the picture has other items, or items without text
action_for_all = anyone can press { $action }
# $action, $why
pressed_illegal = an item plays { $action }: { $why }
# $given, $most
too_many_seats = { $given } seats given, but a table has at most { $most }
# $seats, $score
forfeit_out_of_range = a forfeit of { $seats } with the score { $score }, which the game does not have
# $name, $one, $other
wavers = `{ $name }` is declared deterministic, but plays { $one }, then { $other }
# $name, $action, $why
house_illegal = `{ $name }` plays { $action }, which is illegal: { $why }
fault_timeout = timeout
fault_exit = exit
fault_crash = crash
fault_illegal = illegal
fault_output = output
fault_memory = memory
fault_security = security
# $given, $wanted
unlike = invalid value { $given }: expected { $wanted }
wanted_truth = `true` or `false`
wanted_text = a text in quotes
wanted_whole = a whole number
wanted_from_zero = a whole number from 0
wanted_from_one = a whole number from 1
wanted_smaller = a smaller number
wanted_number = a number
wanted_list = a list in brackets, such as ["x"]
wanted_keys = a section with its own keys
# $key, $known
unknown_key = unknown key `{ $key }`: use { $known }
missing_key = key `{ $key }` is missing
# $given, $known
unknown_word = `{ $given }` is not one of { $known }
wanted_items = a list of { $count } values
# $game, $kind, $request, $detail
rules_fault = rules of { $game }: { $kind } in response to `{ $request }`: { $detail }
fault_turn = turn { $turn }
# $place, $detail
fault_place = { $place }: { $detail }
# $given, $known
other_program = key `rules_digest`: { $given }, but the rules here are { $known }
built_in = built in
# $result, $count, $players, $fault
result_forfeit = { $result }: { $players } { $count ->
    [one] forfeits
   *[other] forfeit
 } ({ $fault })
# $result, $why
result_adjudicated = { $result } by adjudication: { $why }
ended_resign = one side saw itself lost
ended_draw = both sides saw an even game
ended_moves = the most moves of the contest were played
result_wins = { $winner } wins
result_winners = { $winners } win
result_no_winner = No one wins
result_draw = Draw
# $winner, $points, $other
result_wins_by = { $winner } wins, { $points } to { $other }
# $winner, $points, $second, $other
result_wins_ahead = { $winner } wins with { $points } points, ahead of { $second } with { $other }
result_draw_at = Draw: { $points } each
# $winners, $points
result_shared = { $winners } share the first place with { $points } points
# $player, $points
result_alone = { $player } scores { $points }
