no_answer = une réponse est `row column` (ligne et colonne) ou `pass`
no_point = ligne et colonne sont des nombres de 1 à { $size }
taken = il y a une pierre en { $point }
suicide = une pierre en { $point } n'aurait pas de liberté
