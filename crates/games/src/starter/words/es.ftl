trial =
    Para probarlo:
    {"    "}certamen check { $folder } --game { $game }
    {"    "}certamen play { $game } { $folder } builtin:random
    La salida estándar es solo para el árbitro; las notas propias van a la salida de errores.
flush = Se vacía el búfer enseguida: lo que espera en él no se oye, y el tiempo se acaba.
farewell = `fin` dice que la partida ha terminado, de la manera que sea.
options = Las opciones de la partida, en JSON; lo que el anfitrión omitió vale lo habitual.
forgetful = Según la convocatoria los programas no recuerdan nada: no se puede escribir ningún fichero.
