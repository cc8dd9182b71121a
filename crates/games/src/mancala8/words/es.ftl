too_many_seeds = se dan { $given } semillas, son posibles { $most }
two_are_possible = se da { $given }, son posibles { $one } y { $other }
some_are_possible = se da { $given }, son posibles { $known }
needs_alpha_beta = necesita search=alpha-beta
no_move = una jugada se escribe `R 3` o `3`, con un hoyo de 0 a 5
not_possible = { $action } no es posible aquí, { $possible } sí
nothing = nada
too_few_values = { $given } valores para { $due } hojas
depths = se da { $given }, son posibles de { $low } a { $high }
