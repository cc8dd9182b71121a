no_choice = `{ $reply }` is not a choice: answer A, B or C
# $round, $rounds
round = round { $round }/{ $rounds }
# $choices, $a, $b, $c
chosen = chosen: { $choices } (A { $a }, B { $b }, C { $c })
scored = { $option } scores
no_scorer = no one scores
points = points: { $points }
detail_rounds = rounds
option_rounds = rounds of a match
note_protocol =
    A bot for Minoría.

    The program runs for the whole match. Each round it reads a line of five words: the round, the
    rounds in all, its own seat from 0, the points of all seats separated by commas, and what all
    chose in the last round, such as ABB, or `-` in the first. It answers A, B or C. Of the chosen
    options, the one chosen by the fewest is a point for each who chose it; a tie scores nothing.
    Anything else, or no answer in time, ends the match, and the bot ranks below the others.
note_idea = Your idea goes here. This one takes what the fewest chose in the last round.
note_question = All that the bot needs to know: a program may forget what was before.
