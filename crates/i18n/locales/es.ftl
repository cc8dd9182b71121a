# What the operating system says, by its number; what is not here is said in its own words.
system_error =
    { $code ->
        [2] no existe el archivo o la carpeta (error 2 del sistema)
        [13] permiso denegado (error 13 del sistema)
        [1] operación no permitida (error 1 del sistema)
        [21] es una carpeta (error 21 del sistema)
        [20] no es una carpeta (error 20 del sistema)
        [39] la carpeta no está vacía (error 39 del sistema)
        [17] el archivo ya existe (error 17 del sistema)
        [30] sistema de archivos de solo lectura (error 30 del sistema)
        [28] no queda espacio en el dispositivo (error 28 del sistema)
        [16] dispositivo o recurso ocupado (error 16 del sistema)
        [11] recurso no disponible por ahora (error 11 del sistema)
        [12] no hay memoria que asignar (error 12 del sistema)
        [22] argumento no válido (error 22 del sistema)
        [38] función no implementada (error 38 del sistema)
        [27] archivo demasiado grande (error 27 del sistema)
        [36] nombre de archivo demasiado largo (error 36 del sistema)
        [24] demasiados archivos abiertos (error 24 del sistema)
        [40] demasiados enlaces simbólicos seguidos (error 40 del sistema)
        [26] archivo ejecutable ocupado (error 26 del sistema)
        [8] formato de ejecutable erróneo (error 8 del sistema)
        [32] tubería rota (error 32 del sistema)
        [111] conexión rechazada (error 111 del sistema)
        [98] la dirección ya está en uso (error 98 del sistema)
        [99] no se puede usar la dirección pedida (error 99 del sistema)
        [4] llamada al sistema interrumpida (error 4 del sistema)
        [5] error de entrada o salida (error 5 del sistema)
        [7] lista de argumentos demasiado larga (error 7 del sistema)
        [95] operación no disponible (error 95 del sistema)
        [6] no existe el dispositivo o la dirección (error 6 del sistema)
        [122] cuota de disco excedida (error 122 del sistema)
       *[other] { $words }
    }
unknown_language = idioma desconocido `{ $code }`: use en, es, fr o it
at = { $place }: { $why }
