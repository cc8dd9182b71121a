file = { $path }: { $error }
no_report = { $path }: no es un informe: { $error }: devuélvalo como estaba
minimum_tier = { $path }: clave `sandbox.minimum_tier`
tier_flag = --tier { $tier }
bot_flag = --bot
no_tier = { $asked } pide el nivel { $weakest } o mejor; { $reasons }
weak_tier = { $asked } pide el nivel { $weakest } o mejor, este sería el nivel { $have }
no_place = una carpeta para construir: { $error }
bots = { $path }: clave `bots`: { $error }
nobody_plays = ya no queda ningún hilo que juegue
and = { $before }; { $next }
no_house_player = `{ $of }` no es un jugador de la casa: solo los torneos pueden nombrar otros
person = se sentó una persona
no_timetable = { $path }: falta la sección [timetable]: `certamen run` corre competencias sin ella
no_entries = { $path } no tiene sección [entries]: añádala para admitir programas
not_deterministic = declarado determinista sin serlo
move_time = clave `limits.move_time`: { $error }
unplayable = una partida no se puede jugar: { $error }
no_end = una partida no tiene final
other_series = { $path }: guarda otra comparación; nombre otro archivo o dé los mismos bots, juego, semilla e hipótesis
ends_at_once = bot `{ $bot }`: termina antes de su primera respuesta
ends_at_once_with = bot `{ $bot }`: termina antes de su primera respuesta; sus últimas palabras:
    { $words }
name_taken = otro bot se llama `{ $name }`: ponga otro nombre a uno de ellos en su bot.toml
unfit = no { $count ->
    [one] puede
   *[other] pueden
} participar: { $bots }: { $count ->
    [one] corríjalo
   *[other] corríjalos
}, o quite `--strict` para que jueguen los demás
not_read = no se puede leer
not_built = no se puede compilar
not_installed = su lenguaje no está instalado
not_started = no arranca
namesake = otro bot tiene su nombre
silent = dormido tres partidas seguidas
sheet_group = grupo
sheet_pair = pareja
sheet_names = nombres
sheet_players = jugadores
sheet_best = mejor
sheet_place = puesto
sheet_references = indicadores
sheet_mark = nota
partner_proscribed = otro jugador de la pareja fue proscrito
not_written = { $path }: { $error }: una competencia se celebra en su propia carpeta: ejecútela como su dueño, o haga sitio y vuelva a ejecutarla
stays_here = el bot `{ $bot }` no se puede dar a otras máquinas: quite --bus
no_such_game = ningún juego de este sitio se llama `{ $game }`, o ahora tiene otras reglas: abra otra mesa
no_table = no es una mesa en la que se pueda jugar: abra otra
no_such_program = ningún programa `{ $program }` juega a esto en `{ $contest }`: abra una mesa con otro
tables_full = hay demasiadas mesas esperando: inténtelo dentro de un rato
table_failed = esta mesa se dejó por un fallo nuestro: se retoma con la próxima jugada
stopped = detenido mientras se esperaba a otras máquinas: vuelva a ejecutar
strange_answer = una máquina dice lo que nadie preguntó
no_room_left = { $path }: quedan { $left } MiB en el disco, y deben quedar { $least } MiB: haga sitio, o cambie `limits.min_free` en site.toml
no_mail_command = no hay `mail.command`: las cartas esperan
mail_not_started = las cartas se guardan: `{ $program }` no puede arrancar: { $error }
mail_late = las cartas se guardan: `{ $program }` no aceptó una en { $seconds } s
mail_refused = las cartas se guardan: `{ $program }` no aceptó una: { $status }
