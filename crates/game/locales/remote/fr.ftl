out_of_bounds = la valeur de `{ $key }` n’est pas possible ici
tried_is_legal = `tried` contient { $reply }, qui est un coup légal ici
