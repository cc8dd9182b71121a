out_of_bounds = il valore di `{ $key }` non è possibile qui
tried_is_legal = `tried` contiene { $reply }, che è una mossa legale qui
