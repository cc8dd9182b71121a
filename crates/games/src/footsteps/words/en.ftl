odd_numbers = { $given } given, odd numbers from { $low } to { $high } are possible
no_bid = `{ $reply }` is no bid: print one decimal number on one line
bid_out_of_range = bid { $bid }: with { $points } points bid from { $low } to { $high }
too_large_to_solve = { $given } given, up to { $most } are solved
