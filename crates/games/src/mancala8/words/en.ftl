too_many_seeds = { $given } seeds given, { $most } are possible
two_are_possible = { $given } given, { $one } and { $other } are possible
some_are_possible = { $given } given, { $known } are possible
needs_alpha_beta = it needs search=alpha-beta
no_move = a move is written `R 3` or `3`, with a hole from 0 to 5
not_possible = { $action } is not possible here, { $possible } is
nothing = nothing
too_few_values = { $given } values for { $due } leaves
depths = { $given } given, { $low } to { $high } are possible
