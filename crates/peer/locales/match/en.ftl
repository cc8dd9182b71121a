why_rules = other rules
why_busy = busy
why_key = key not permitted
why_limit = limit
why_done = no more matches
unreadable = invalid message: { $error }
unfit_text = `{ $key }` is empty, too long or contains invisible characters
nested = JSON is nested more than { $max } deep
hidden = { $game }: seats know different things, and here both machines would know all; use a site and `certamen sit`
draws_in_turns = { $game }: the rules draw lots during the match, and here both machines would know the draws in advance; use a site and `certamen sit`
seat_count = { $game }: cannot be played by two; use a site and `certamen sit`
rules_are_a_program = { $game }: its rules are a program, which the other machine does not have; use a site and `certamen sit`
# $game, $given, $known
other_rules = { $game }: version { $given } of the rules is offered; this program has { $known }
unknown_conditions = the offer has conditions that this program does not know
conditions_beyond = the conditions offered exceed the limits
aborted = the other side ended the match: { $text }
# $why, $text
refused = refused ({ $why }): { $text }
# $why, $text, $seconds
refused_for = refused ({ $why }): { $text }; try again in { $seconds } s
unacceptable = not accepted: { $why }
# $address, $why
unreachable = { $address }: no connection: { $why }
failed = cannot play here: { $why }
# $message, $turn, $why
violation = the other side broke the protocol in turn { $turn } with `{ $message }`: { $why }
# $message, $turn, $seconds
silent = no `{ $message }` from the other side in turn { $turn } within { $seconds } s
left = the other side left
# $seconds, $why
gone = the connection was not restored within { $seconds } s: { $why }
stopped = stopped
no_half = expected half of the seed
no_move = expected a move
other_commit = it does not match the commitment
own_seat_only = it is not a move of its own seat
unknown_key = unknown key `{ $key }` in a move
# $given, $max
other_time = { $given } ms claimed; expected at most { $max } ms
unfit_time = invalid time
unfit_reply = invalid `reply`
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
unfinished_matches = { $count } matches of this key remained unfinished
all_played = all matches have been played
another_match = another match is in progress
other_offer = another offer was accepted
