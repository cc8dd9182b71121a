no_address = not the link of a seat or of a contest: expected https://HOST/t/ID/seat/TOKEN or https://HOST/c/CONTEST
# $host
plain_http = { $host } is another machine and the address begins with http: the token would be sent unencrypted; use https
one_match = a seat is for one match: --matches and --jobs are for contests
# $variable
no_token = no token: give --token-file or set { $variable }
bad_token = the token is empty or contains characters that tokens do not have
# $status, $why
site_refuses = the site refuses the request ({ $status }): { $why }
redirected = the site redirects to another address, which is not followed: use its current address
# $why
unreadable_answer = the answer of the site cannot be read: { $why }
# $why
unreachable = the site cannot be reached: { $why }
# $why
connection_lost = connection lost: { $why }; retrying
reconnected = connected again
# $status
busy = the site asks to wait ({ $status }); waiting
# $game
unknown_game = this version does not know the game “{ $game }”
# $game, $given, $known
other_rules = the site plays version { $given } of the rules of { $game }, this version { $known }
# $bot, $game
cannot_replay = { $bot } cannot play { $game } here, whose turns are known to the site only: programs with the protocols lines, argv and stdin can
# $why
bad_table = the table cannot be played: { $why }
# $turn, $why
illegal_turn = the site reports a turn { $turn } that cannot have been played: { $why }
# $turn, $sent, $reported
other_move = in turn { $turn } the site was sent “{ $sent }” and reports “{ $reported }”
other_outcome = the site reports another result than that of the moves
# $why
bot_not_asked = the bot cannot be asked: { $why }
# $seat
no_seat = it has no seat { $seat }
no_own_seat = the token is not that of a seat
known_to_site = only the site knows the legal moves
# $why
illegal_answer = illegal move: { $why }
unreadable_record = its record cannot be read
# $matches
finishing = finishing the matches in progress: { $matches }; press Ctrl-C again to leave now
# $table, $game, $names, $turn, $why
faulty_match = { $table }: { $game }, { $names }: fault in turn { $turn }: { $why }
# $table, $game, $names, $turns, $scores
played_match = { $table }: { $game }, { $names }: { $scores } after turn { $turns }
# $table, $game, $names, $turns
unfinished_match = { $table }: { $game }, { $names }: unfinished after turn { $turns }
# $table
withdrawn = { $table }: the site has withdrawn the match, which is played again later
crashed = the command stopped because of an error of its own: report it, and start it again
# $address
contest_over = the contest is over: { $address }
# $address
no_match_yet = no match to play yet; waiting: { $address }
