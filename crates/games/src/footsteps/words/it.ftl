odd_numbers = { $given } dato, sono possibili i dispari da { $low } a { $high }
no_bid = `{ $reply }` non è una puntata: scriva un numero decimale su una riga
bid_out_of_range = puntata { $bid }: con { $points } punti punti da { $low } a { $high }
too_large_to_solve = { $given } dato, si risolvono fino a { $most }
