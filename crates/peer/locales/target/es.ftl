form = destino no válido "{ $text }": se espera HOST:PORT#KEY
own_key = esta clave es la suya: use otra --key para jugar contra usted mismo
