no_square = `{ $reply }` n'est pas une case : écrivez un nombre décimal sur une ligne
not_free = la case { $square } n'est pas libre
outside = il n'y a pas de case { $square } : la bande a de 1 à { $squares }
