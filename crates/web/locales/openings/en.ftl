lead = First moves of the latest matches, with the share of the points of the player that moved; of the first seat where several move at once.
start = Start
moves = Moves
counted = Matches counted: { $count }
latest_counted = Only the latest matches are counted: { $count }
no_more = No further moves are counted here.
more_moves = Less frequent moves, not listed: { $count }
chance = Openings are shown for games without chance and without hidden information, where all matches begin alike.
