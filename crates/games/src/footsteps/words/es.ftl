odd_numbers = se da { $given }, son posibles los impares de { $low } a { $high }
no_bid = `{ $reply }` no es una apuesta: escriba un número decimal en una línea
bid_out_of_range = apuesta { $bid }: con { $points } puntos apueste de { $low } a { $high }
too_large_to_solve = se da { $given }, se resuelven hasta { $most }
