intro =
    { $game } con jugadores integrados, hasta que añada sus propios bots. Se ejecuta, cuantas veces
    se quiera, con
    {"    "}certamen run { $folder }
    Lo que escribe queda en .certamen/, junto a este archivo; bórrelo para empezar de nuevo.
    Todas las claves están en docs/contest-file.md.
name = El título, tal como aparece sobre la clasificación.
game = El juego; `certamen games` los enumera.
seed = Con la misma semilla sale el mismo torneo: de ella viene todo el azar de las partidas.
bots =
    Los participantes: jugadores integrados ("builtin:..."), archivos fuente, carpetas con un
    bot.toml. Las rutas son relativas a este archivo, y un `*` vale por cualquier nombre.
programs = Quite la `#` cuando haya un bot en bots/; bots/README.txt dice qué puede ser.
options = Las opciones del juego con su valor por omisión: quite una `#` para cambiarla.
unset = Sin valor por omisión: { $keys }
round_robin =
    Todos contra todos, dos veces, una desde cada asiento. Más tarde se pueden añadir partidas: las
    ya jugadas se conservan.
one_table =
    Todos a la misma mesa, una y otra vez; los asientos rotan. Más tarde se pueden añadir partidas:
    las ya jugadas se conservan.
points = 1 por partida ganada, 1/2 por empate.
total_score = La suma de los puntos de todas las partidas.
move_time = Para cada jugada.
memory = Para cada bot.
forgetful =
    Según la convocatoria los bots no recuerdan nada: no pueden escribir archivos. "match"
    conservaría lo que escriban hasta el fin de la partida.
remembering = Lo que un bot escribe en su directorio de trabajo dura hasta el fin de la partida.
faults =
    Para descalificar a los bots que fallan: las faltas tras las que un bot deja el torneo.
tier =
    El nivel mínimo de aislamiento de los bots, de "A" (total) a "D" (ninguno). `certamen doctor`
    muestra cuál hay aquí; "D" basta para bots escritos o leídos por usted.
folder =
    Aquí van los bots: archivos fuente (mybot.py, mybot.c, MyBot.java, ...) o carpetas con un
    bot.toml. Un bot para empezar:
    {"    "}certamen new-bot { $game } python { $bots }/mybot
    Después quite la `#` delante de "bots/*" en contest.toml y compruebe a todos los participantes:
    {"    "}certamen check { $folder }
folder_without_starter =
    Aquí van los bots: archivos fuente (mybot.py, mybot.c, MyBot.java, ...) o carpetas con un
    bot.toml. Después quite la `#` delante de "bots/*" en contest.toml y compruebe a todos los
    participantes:
    {"    "}certamen check { $folder }
hold_it = para ejecutarlo
no_model = --from { $given }: no hay carpeta de torneo ni torneo con ese nombre; torneos disponibles: { $known }
contest_of_another_game = --from { $given }: es un torneo de { $game }, no de { $asked }
entries =
    Para un torneo que recibe bots en un sitio (`certamen serve`): quite el `#` de la sección y de sus
    claves. Quite entonces también `seed`, para que se sortee al cerrar la inscripción.
closes = Cuándo se puede enviar el último bot, con su zona horaria; o "never".
per_author = Cuántos bots puede tener un autor.
max_source = Cuánto puede ocupar un bot, con todos sus archivos.
approval = Si un organizador aprueba cada bot antes de que juegue.
site = Cómo muestra el sitio el torneo.
prize = El premio, en una línea.
play_against = Deja jugar en el navegador contra todos los bots del torneo.
