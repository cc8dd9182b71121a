too_many_seeds = { $given } graines données, { $most } sont possibles
two_are_possible = { $given } donné, { $one } et { $other } sont possibles
some_are_possible = { $given } donné, { $known } sont possibles
needs_alpha_beta = il lui faut search=alpha-beta
no_move = un coup s'écrit `R 3` ou `3`, avec un trou de 0 à 5
not_possible = { $action } n'est pas possible ici, { $possible } oui
nothing = rien
too_few_values = { $given } valeurs pour { $due } feuilles
depths = { $given } donné, de { $low } à { $high } sont possibles
