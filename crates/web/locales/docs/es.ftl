documentation = Documentación
search_label = buscar en la documentación:
search = buscar
nothing_found = no se encontró nada: pruebe con menos palabras o más cortas
previous = página anterior
next = página siguiente
not_translated = Esta página no está traducida.
