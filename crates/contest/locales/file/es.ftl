missing = falta la clave `{ $key }`: use { $known }
section = sección [{ $section }]: { $error }
no_number = { $given } no es un número finito
unknown_game = juego desconocido `{ $game }`: use { $known }
no_text = { $given } no es un texto
unknown_kind = tipo desconocido `{ $kind }`: use { $known }
unknown_key = clave desconocida: { $kind } tiene { $keys }
key_of_others = una clave de { $others }: { $kind } tiene { $keys }
and = { $before } y { $last }
seed_too_large = { $seed } es demasiado grande: use de 0 a 2^53 - 1
name = un torneo necesita un nombre de una línea
unknown_tier = nivel de aislamiento desconocido `{ $tier }`: use A, B, C o D
no_line = valor no válido `{ $given }`: use una línea de 1 a { $most } caracteres
no_slug = `{ $given }` no puede ser parte de una URL: use de 1 a 40 de a-z, 0-9 y -
edition_of_nothing = una edición necesita una serie: indique también `site.series`
course_without_timetable = la sección [course] necesita una sección [timetable]: los jugadores se incorporan a lo largo de varios días
too_few_bots = se dan { $count }, pero un torneo necesita al menos dos
table_size = mesa de { $seats }, pero { $game } es para { $low } a { $high } jugadores
same_name = dos bots se llaman `{ $name }`: ponga otro nombre a uno, como en "other={ $name }"
look_alike = `{ $one }` y `{ $other }` se ven iguales: ponga otro nombre a uno de los dos
bots = `{ $given }`: { $error }
nothing_there = no se encontró nada
not_enforced = esta versión no lo hace cumplir: quítelo
rule_of_course = { $given } no es la regla del curso, que es { $rule }: escriba eso, o quítelo
closes_twice = indique esta o `entries.closes`, no ambas
no_zoned_time_or_never = `{ $text }` no es una hora con huso horario: escriba "2015-03-27T12:00[Europe/Madrid]", o "never"
no_zoned_time = `{ $text }` no es una hora con huso horario: escríbala como "2015-03-27T12:00[Europe/Madrid]"
no_long_time = `{ $text }` no es una duración: escriba por ejemplo `7 days`
closes_after_range = use al menos dos participantes y una duración de 0 a diez años
closes_missing = falta la clave `entries.closes`: con un calendario, indique la hora de cierre o `never`
not_after = debe ser después de { $starts }, el comienzo
no_interval = `{ $text }` no es una duración: escriba por ejemplo `2 hours` o `1 day`
interval_too_long = `{ $text }` es demasiado largo: use como máximo un año
interval_range = `{ $text }` está fuera de rango: use de un minuto a un año
processes = { $given } está fuera de rango: use de 1 a { $most }
seed_word = `{ $word }` no es una semilla: dé un número, o "drawn"
seed_of_timetable = la semilla no se puede sortear con un calendario: dé un número, u omítala
nothing_drawn = la semilla no se sortea: omita `seed` e indique cuándo cierran las inscripciones, o escriba seed = "drawn"
unknown_beacon = baliza no válida `{ $given }`: escriba beacon = "drand", chain = "HASH", after = "10 min", o beacon = "hand"
unknown_chain = cadena desconocida `{ $given }`: use { $known }
remote_not_run = un jugador de otra máquina no puede iniciarse aquí
rules_are_built_in = `{ $game }` es un juego integrado: solo tienen procesos los juegos cuyas reglas son un programa; quite [rules]
no_book = `{ $given }` no es un archivo de aperturas: use .epd o .pgn para el ajedrez, o .jsonl con un objeto de opciones por línea
book_outside = `{ $given }` sale de la carpeta del torneo: ponga el archivo en ella
plies_of_pgn = solo se recortan partidas en PGN: quítelo
no_evaluations = `{ $bot }` no da evaluaciones de sus jugadas: solo lo hacen los motores con protocol = "uci" o "cecp"
increment_of_nothing = no hay reloj al que sumarlo: indique también `limits.match_time`
life_beside_memory = los motores que duran todo el torneo no conservan archivos: use memory = "match" o "none"
life_of_engines = a `{ $game }` no juegan motores: solo los que tienen protocol = "uci" o "cecp" siguen en la partida siguiente; quítela
