too_many_seeds = { $given } semi dati, ne sono possibili { $most }
two_are_possible = { $given } dato, sono possibili { $one } e { $other }
some_are_possible = { $given } dato, sono possibili { $known }
needs_alpha_beta = ha bisogno di search=alpha-beta
no_move = una mossa si scrive `R 3` o `3`, con una buca da 0 a 5
not_possible = { $action } qui non è possibile, { $possible } sì
nothing = niente
too_few_values = { $given } valori per { $due } foglie
depths = { $given } dato, sono possibili da { $low } a { $high }
