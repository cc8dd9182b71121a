no_answer = una risposta è `row column` (riga e colonna) o `pass`
no_point = riga e colonna sono numeri da 1 a { $size }
taken = c'è una pietra in { $point }
suicide = una pietra in { $point } non avrebbe libertà
