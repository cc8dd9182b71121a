no_answer = una respuesta es `row column` (fila y columna) o `pass`
no_point = fila y columna son números de 1 a { $size }
taken = hay una piedra en { $point }
suicide = una piedra en { $point } no tendría libertades
