# $given, $low, $high
depths = { $given } is out of range: use { $low } to { $high }
# $given, $most
too_many_seeds = { $given } seeds are too many: at most { $most }
# $given, $one, $other
two_are_possible = { $given } is invalid: use { $one } or { $other }
# $given, $known
some_are_possible = { $given } is invalid: use { $known }
needs_alpha_beta = it needs search=alpha-beta
no_move = a move is written `R 3` or `3`, with a hole from 0 to 5
# $action, $possible
not_possible = { $action } is not possible here (possible: { $possible })
nothing = nothing
# $given, $due
too_few_values = { $given } values for { $due } leaves
board = BOARD:
player = Player { $number }
below = below
above = above
# $first, $second
heading = Game: (1) { $first } vs { $second } (2)
# $first, $second, $depth
subheading = Local game { $first }-{ $second } depth={ $depth }
# $slot, $name
turn = [J { $slot }] The turn belongs to { $name }
chooser = Player { $name }.
choices = Choose from: ({ $actions })
in_brief = or in short form: ({ $holes })
enter = Enter a move, or x to leave :
# $action, $fell, $ending
sown = Plays ({ $action }) => { $fell }{ $ending }
# $place, $held, $against
fell = Last seed in { $place }, with { $held }, against: { $against }
goes_on = Kalaha and plays on,
captures = Captures { $seeds } and ends,
# $slot, $name, $action
sows = [J { $slot }] { $name } plays ({ $action })
# $slot, $name
passes = [J { $slot }] { $name } passes.
plays_again = the other one plays again
victory = GAME OVER by VICTORY after { $count } moves
draw = GAME OVER by DRAW after { $count } moves
# $first, $points, $other_points, $second
score = Score: { $first } { $points } - { $other_points } { $second }
person = Human
cut = cut
# $nodes, $evaluations
effort = nodes: { $nodes }, evaluations: { $evaluations }
# $hole, $seeds
hole = hole { $hole }, seeds: { $seeds }
# $player, $hole
told_sown = player { $player } sows hole { $hole }
# $first, $second
told_points = points: { $first } to { $second }
# $evaluation, $depth
how_worth = A search { $depth } moves deep with the evaluation { $evaluation }: values are those of the player to move, ≤ precedes pruned moves.
detail_points = points
detail_slots = slots
detail_ac = ac
# $player, $seeds, $slots
result_at_limit = { $player } wins after { $slots } moves with { $seeds } seeds, more than half of all
result_cut = Draw: the match is cut short after { $slots } moves
option_board = the seeds at the start, at most 255 in all: for side 0 and side 1 the holes 0 to 5 and the Kalaha
option_turn = the side that starts
option_max_slots = slots (moves plus forced passes) after which the match is cut short
note_protocol =
    A bot for Mancala8.

    The program runs for the whole match. On its turn it reads 15 numbers on a line: its own
    holes 0 to 5, its own Kalaha, the rival's holes 0 to 5, the rival's Kalaha, the slots so far.
    The own side always comes first. It answers `R 3`: sow from hole 3. An empty hole, anything else,
    or no answer in time loses the match. A last seed in the own Kalaha gives another move.
note_idea = Your idea goes here. This one moves again if it can, else sows from the fullest hole.
note_question = The position: a program may forget everything before it.
