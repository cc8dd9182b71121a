missing = { $path }: todavía no se ha jugado nada
newer = { $path }: escrito por un certamen más nuevo (versión del almacén { $found }, este conoce { $known }): use esa versión, o borre la carpeta para empezar de nuevo
damaged = { $path }: no es un almacén de resultados: { $error }
copy = { $path }: de una versión anterior, y no se puede copiar para leerlo: { $error }
database = almacén de resultados: { $error }
record = registro de la partida { $number }: { $error }
no_match = no hay partida { $number }: `certamen matches` las enumera
unplayed = la partida { $number } todavía no se ha jugado
