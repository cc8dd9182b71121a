unreadable_at = línea { $line }, columna { $column }: { $trouble }
not_closed = no se cierra
unmatched = este paréntesis no cierra nada
too_deep = demasiadas formas anidadas
evaluation = evaluación durante la lectura
conditional = lectura condicional
syntax = no se puede leer: { $text }
