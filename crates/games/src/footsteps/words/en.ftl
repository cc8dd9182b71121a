how_worth = The board is solved: 1 is a win for the left player, −1 a win for the right one. The percentages show how often optimal play makes each bid.
# $given, $low, $high
odd_numbers = { $given } is invalid: use odd numbers from { $low } to { $high }
no_bid = `{ $reply }` is not a bid: print one decimal number on one line
# $bid, $points, $low, $high
bid_out_of_range = bid { $bid }: with { $points } points bid from { $low } to { $high }
# $given, $most
too_large_to_solve = { $given } is too large: at most { $most } can be solved
# $left, $right
points = points: { $left } | { $right }
points_of_both = invalid value { $given }: use a whole number, such as 50, or one for each side, such as [43,47]
to_the_left = you want the token at the left end
to_the_right = you want the token at the right end
# $place, $reach
square = square { $place } (-{ $reach } .. +{ $reach })
# $place, $left, $right
told = the token is on { $place }; points: { $left } to { $right }
token = the token
detail_position = position
detail_points = points
left = left
right = right
# $player, $points
result_left = { $player } reaches the left end with { $points ->
    [one] { $points } point
   *[other] { $points } points
 } left
# $player, $points
result_right = { $player } reaches the right end with { $points ->
    [one] { $points } point
   *[other] { $points } points
 } left
result_spent = Draw: both have spent all their points
option_squares = length of the strip, odd
option_points = points of each player at the start
note_protocol =
    A bot for FootSteps.

    The program runs for the whole match. Each turn it prints its bid on a line of its own, and
    only then reads a line: the rival's bid of the same turn, or `fin`.
    A bid is at least 1 and at most what the bot has left; without points it is 0. Anything else,
    or no bid in time, loses the match. The higher bid moves the token; both are paid.
note_idea = Your idea goes here. This one spreads its points over the remaining steps.
note_steps = How many steps the token is from our end; it starts in the middle.
