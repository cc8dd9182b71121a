trial =
    Para probarlo:
    {"    "}certamen check { $folder } --game { $game }
    {"    "}certamen play { $game } { $folder } builtin:random
    La salida estándar es solo para el árbitro; las notas propias van a la salida de errores.
flush = Vacíe el búfer enseguida: lo que queda en él no llega, y el tiempo se acaba.
farewell = `fin` significa que la partida ha terminado, de la manera que sea.
options = Las opciones de la partida, en JSON; las omitidas valen lo predeterminado.
forgetful = Según la convocatoria los programas no recuerdan nada: no se puede escribir ningún archivo.
