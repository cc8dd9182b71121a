lead = Primeras jugadas de las últimas partidas, con la parte de los puntos del jugador que movió; del primer asiento si mueven varios a la vez.
start = Inicio
moves = Jugadas
counted = Partidas contadas: { $count }
latest_counted = Solo se cuentan las últimas partidas: { $count }
no_more = Aquí no se cuentan más jugadas.
more_moves = Jugadas menos frecuentes: { $count }
chance = Las aperturas se muestran en juegos sin azar y sin información oculta, si todas las partidas empiezan igual.
