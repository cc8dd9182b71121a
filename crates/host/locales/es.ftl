file = { $path }: { $error }
no_report = { $path }: no es un informe: { $error }: restaure el archivo original
minimum_tier = { $path }: clave `sandbox.minimum_tier`
tier_flag = --tier { $tier }
bot_flag = --bot
no_tier = { $asked } exige el nivel de aislamiento { $weakest } o mejor; { $reasons }
weak_tier = { $asked } exige el nivel de aislamiento { $weakest } o mejor, este sandbox tiene el nivel { $have }; `certamen doctor` muestra lo que le falta
advised =
    { $error }
    { $advice }
no_place = no se puede crear una carpeta para compilar: { $error }
bots = { $path }: clave `bots`: { $error }
and = { $before }; { $next }
no_builtin_player = `{ $of }` no es un jugador integrado: solo los torneos pueden nombrar otros
person = una persona ocupa un asiento
no_timetable = { $path }: falta la sección [timetable]: para un torneo sin ella, use `certamen run`
no_entries = { $path } no tiene sección [entries]: añádala para admitir envíos
not_deterministic = declarado determinista sin serlo
move_time = clave `limits.move_time`: { $error }
unplayable = una partida no se puede jugar: { $error }
no_end = una partida no tiene final
other_series = { $path }: contiene otra comparación: indique otro archivo, o los mismos bots, juego, semilla e hipótesis
settings = bot `{ $bot }`: { $why }
no_evaluations = bot `{ $bot }`: no da evaluaciones de sus jugadas, que `{ $key }` necesita; los motores con protocol = "uci" o "cecp" sí
ends_at_once = bot `{ $bot }`: termina antes de su primera respuesta
ends_at_once_with = bot `{ $bot }`: termina antes de su primera respuesta; final de su salida de errores:
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
settings_refused = no acepta sus ajustes
says_nothing = no da evaluaciones
namesake = otro bot tiene el mismo nombre
silent = dormido tres partidas seguidas
sheet_group = grupo
sheet_pair = pareja
sheet_names = nombres
sheet_players = jugadores
sheet_best = mejor
sheet_place = puesto
sheet_references = indicadores
sheet_mark = nota
partner_banned = otro jugador de la pareja fue expulsado
not_written = { $path }: { $error }: ejecútelo como dueño de la carpeta del torneo, o libere espacio y vuelva a ejecutarlo
stays_here = el bot `{ $bot }` no se puede enviar a los workers: quite --bus
rules_stay_here = las reglas de { $game } ocupan más de { $most } MiB, que los workers no descargan: quite --bus
no_such_game = ningún juego `{ $game }` en este sitio, o sus reglas han cambiado: abra otra mesa
no_table = no es una mesa en la que se pueda jugar: abra otra
no_such_program = ningún bot `{ $program }` juega a esto en `{ $contest }`: abra una mesa con otro
tables_full = hay demasiadas mesas esperando: inténtelo más tarde
table_failed = esta mesa se detuvo por un error del servidor: se reanuda con la próxima jugada
no_thread = no se puede iniciar un hilo: { $error }
stopped = detenido mientras se esperaba a los workers: vuelva a ejecutar
strange_answer = respuesta no válida de un worker
no_room_left = { $path }: quedan { $left } MiB libres en el disco, se exigen al menos { $least } MiB: libere espacio, o cambie `limits.min_free` en site.toml
no_mail_command = no hay `mail.command`: los correos esperan
mail_not_started = los correos esperan: `{ $program }` no puede arrancar: { $error }
mail_late = los correos esperan: `{ $program }` no aceptó uno en { $seconds } s
mail_refused = los correos esperan: `{ $program }` no aceptó uno: { $status }
not_appeared = un jugador no apareció en su mesa
entrant_absent = falta un participante de otra máquina
rules_failed = partida { $number }: { $fault }
cost_limit = { $bot } queda excluido de esta ejecución: límite de coste
rules_paused = { $fault } (fallaron las reglas de este torneo: corríjalas y vuelva a iniciar `certamen serve`)
