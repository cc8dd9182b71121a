out_of_bounds = el valor de `{ $key }` no es posible aquí
tried_is_legal = `tried` contiene { $reply }, que es una jugada legal aquí
