why_rules = other rules
why_busy = busy
why_key = key not permitted
why_limit = limit
why_done = no more matches
unreadable = invalid message: { $error }
# $key, $max
unfit_text = `{ $key }`: expected 1 to { $max } visible characters
nested = JSON is nested more than { $max } deep
hidden = { $game }: seats know different things, and here both machines would know all; use a site and `certamen sit`
draws_in_turns = { $game }: the rules draw lots during the match, and here both machines would know the draws in advance; use a site and `certamen sit`
program = { $game }: its rules are a program, which the other machine may not have; only built-in games are played directly, others with a site and `certamen sit`
seat_count = { $game }: cannot be played by two; use a site and `certamen sit`
# $game, $given, $known
other_rules = { $game }: version { $given } of the rules is offered; this program has { $known }
# $key, $given, $wanted
other_condition = condition `{ $key }`: { $given } is offered; expected { $wanted }
# $given, $min, $max
other_move_time = time for a move: { $given } ms; expected { $min } to { $max } ms
aborted = the other side ended the match: { $text }
# $why, $text
refused = refused ({ $why }): { $text }
# $why, $text, $seconds
refused_for = refused ({ $why }): { $text }; try again in { $seconds } s
unacceptable = not accepted: { $why }
unknown_game = unknown game { $game }: only built-in games are played directly
# $address, $why
unreachable = { $address }: no connection: { $why }
failed = cannot play here: { $why }
player_failed = its bot cannot play
# $message, $turn, $why
violation = the other side broke the protocol in turn { $turn } with `{ $message }`: { $why }
# $message, $turn, $seconds
silent = no `{ $message }` from the other side in turn { $turn } within { $seconds } s
left = the other side left
# $seconds, $why
gone = the connection was not restored within { $seconds } s: { $why }
excess = all waits and interruptions of the match took more than { $seconds } s
stopped = stopped
no_half = expected half of the seed
no_move = expected a move
other_commit = it does not match the commitment
own_seat_only = it is not a move of its own seat
unknown_key = unknown key `{ $key }` in a move
# $given, $max
other_time = `ms`: { $given } claimed; expected at most { $max }
# $key, $max
unfit_time = `{ $key }`: expected 0 to { $max } ms
unfit_reply = `reply`: expected at most 64 characters, escaped, with the fault `illegal`
# $given, $wanted
other_notation = action "{ $given }" is not written "{ $wanted }"
other_seal = the signature is not one of this result
no_randomness = no random numbers: { $error }
# $word, $turn
unexpected = expected `{ $word }` of turn { $turn }
awaited = expected `{ $word }`
other_record = both sides have different records
# $given, $known
other_version = version { $given } of the protocol; expected { $known }
not_first = `{ $word }` is not a first message
no_such_match = no such match is in progress
key_not_permitted = this key is not permitted
# $count, $max, $hours
unfinished_matches = { $count } matches of this key remained unfinished within { $hours } h; the limit is { $max }
all_played = all matches have been played
closed_by_time = no challenge is accepted any more
another_match = another match is in progress
other_offer = another offer was accepted
