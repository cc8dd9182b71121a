no_choice = `{ $reply }` is no choice: answer A, B or C
round = round { $round }/{ $rounds }
chosen = chosen: { $choices } (A { $a }, B { $b }, C { $c })
scored = { $option } scores
nobody = nobody scores
points = points: { $points }
detail_rounds = rounds
option_rounds = rounds of a match
note_protocol =
    A bot for Minoría.

    The program lives as long as the match. Each round it reads a line of five words: the round, the
    rounds in all, its own seat from 0, the points of all seats with commas between them, and what all
    chose in the last round, such as ABB, or `-` in the first. It answers A, B or C. Of the options
    that were chosen the one that fewest chose is a point for each who chose it; a tie is for nobody.
    Anything else, or no answer in time, ends the match, and the bot stands below the others.
note_idea = Your idea goes here. This one takes what fewest chose in the last round.
note_question = All that there is to know: a program may forget what was before.
