intro =
    { $game } entre jugadores de la casa, hasta que lleguen sus programas. Se celebra, cuantas veces
    se quiera, con
    {"    "}certamen run { $folder }
    Lo que escribe queda en .certamen/, junto a este fichero; bórrelo para empezar de nuevo.
    Todas las claves están en docs/contest-file.md.
name = El título, tal como aparece sobre la clasificación.
game = El juego; `certamen games` los enumera.
seed = Con la misma semilla sale la misma competencia: de ella viene toda la suerte de las partidas.
bots =
    Quién participa: jugadores de la casa ("builtin:..."), ficheros fuente, carpetas con un bot.toml.
    Las rutas son relativas a este fichero, y un `*` vale por cualquier nombre.
programs = Quite la `#` cuando haya un programa en bots/; bots/README.txt dice qué puede ser.
options = Las opciones del juego con su valor habitual: quite una `#` para cambiarla.
unset = Sin valor habitual: { $keys }
round_robin =
    Todos contra todos, dos veces, una desde cada asiento. Más tarde se pueden pedir más partidas:
    lo jugado se queda.
one_table =
    Todos a la misma mesa, una y otra vez, y cada vez un asiento más allá. Más tarde se pueden pedir
    más partidas: lo jugado se queda.
points = 1 por partida ganada, 1/2 por empate.
total_score = La suma de los puntos de todas las partidas.
move_time = Para cada jugada.
memory = De cada programa.
forgetful =
    Según la convocatoria los programas no recuerdan nada: no pueden escribir ficheros. "match"
    conservaría lo que escriban hasta el fin de la partida.
remembering = Lo que un programa escribe en su directorio de trabajo dura hasta el fin de la partida.
faults =
    Cuando alguien falla hasta cansar: las faltas tras las que un programa deja la competencia.
tier =
    La protección mínima frente a los programas, de "A" (toda) a "D" (ninguna). `certamen doctor`
    dice cuál hay aquí; "D" basta para programas escritos o leídos por usted.
folder =
    Aquí van los programas: ficheros fuente (mybot.py, mybot.c, MyBot.java, ...) o carpetas con un
    bot.toml. Un programa para empezar:
    {"    "}certamen new-bot { $game } python { $bots }/mybot
    Después quite la `#` delante de "bots/*" en contest.toml y mire qué se encuentra en cada uno:
    {"    "}certamen check { $folder }
hold_it = para celebrarla
no_model = --from { $given }: no hay ninguna competencia en una carpeta de ese nombre, ni se llama así ninguna: { $known }
contest_of_another_game = --from { $given }: es una competencia de { $game }, no de { $asked }
