odd_numbers = { $given } donné, les impairs de { $low } à { $high } sont possibles
no_bid = `{ $reply }` n'est pas une mise : écrivez un nombre décimal sur une ligne
bid_out_of_range = mise { $bid } : avec { $points } points misez de { $low } à { $high }
too_large_to_solve = { $given } donné, on résout jusqu'à { $most }
