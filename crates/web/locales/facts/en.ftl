# $days, $hours
days_hours = { $days } d { $hours } h
# $hours, $minutes
hours_minutes = { $hours } h { $minutes } min
minutes = { $minutes } min
closes_in = closes in { $time }
finished = Finished contests
# $bot, $slowest
move_times = how long each move of { $bot } took, { $slowest } at most
record = Match record
versions = Versions
stood_at = rank { $place }
no_results = without results of its own
conditions = Conditions
time_for_a_move = Time for a move
time_for_a_match = Time for a match
time_to_start = Extra time for the first move
memory = Memory
mebibytes = { $size } MiB
processes = Processes
openings = Openings
openings_in_order = { $file }, in order
openings_shuffled = { $file }, in random order
adjudication = Decided early
# $score, $moves
adjudication_resign = an engine that sees itself { $score } pawns behind in { $moves } moves in a row loses
# $score, $moves
adjudication_draw = a draw if all evaluations are within { $score } pawns in { $moves } moves in a row
# $score, $moves, $after
adjudication_draw_after = a draw if all evaluations are within { $score } pawns in { $moves } moves in a row, from move { $after } of each on
adjudication_moves = over after { $moves } moves of each
tier = Isolation
least_tier = bots run isolated, at level { $tier } or better
isolated = bots run isolated (level { $tier })
isolated_best = bots run isolated (level { $tier }, the strongest)
not_isolated = bots run without isolation (level { $tier })
maybe_not_isolated = bots may run without isolation (level { $tier })
draw = Draw of the seed
commitment = Hash of the secret
seed = Seed
not_drawn_yet = known when entries close
draw_how = The seed combines this secret, fixed before entries closed, with a value unknown then. Anyone can verify it after the contest.
told_once_a_minute = Updated once a minute. Last update:
cores_play = Cores used here, one match on each: { $count }
on_cores = Cores in use
protocol = Protocol
rules_version = Version of the rules
starter = Starter code
an_option = Option
what_for = Description
usual_value = Default
possible_values = Possible values
rules_in_english = These rules are available in English only.
worth_after = Analysis after turn { $turn }
worth_of = Value for
an_action = Move
its_worth = Value or share
no_worth = No analysis of this position: the game is not analysed, the board is too large, or the match is over.
worth_of_match = Analysis
worth_lead = Positions with the value of the move played and of all others. Computed on request.
course_of_worth = value of the positions for each player, turn by turn
after_turn = After turn
was_played = Played
could_be_played = Legal moves
