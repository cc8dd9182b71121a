key = clave `{ $key }`: { $fault }
missing = falta la clave `{ $key }`: use { $known }
section = sección [{ $section }]: { $error }
no_number = { $given } no es un número aquí: dé uno finito
unknown_game = juego desconocido `{ $game }`: use { $known }
no_text = { $given } no es un texto
unknown_kind = tipo desconocido `{ $kind }`: use { $known }
unknown_key = clave desconocida: { $kind } tiene { $keys }
key_of_others = una clave de { $others }: { $kind } tiene { $keys }
and = { $before } y { $last }
seed_too_large = { $seed } es demasiado grande, son posibles de 0 a 2^53 - 1
name = una competencia necesita un nombre en una línea
unknown_tier = nivel desconocido `{ $tier }`: use A, B, C o D
course_without_timetable = la sección [course] necesita una sección [timetable]: los jugadores llegan a lo largo de días
too_few_bots = se dan { $count }, una competencia necesita dos o más
table_size = se sentarían { $seats } a una mesa, { $game } es para { $low } a { $high }
same_name = dos bots se llaman `{ $name }`: ponga otro nombre a uno, como en "other={ $name }"
look_alike = `{ $one }` y `{ $other }` se ven iguales: ponle otro nombre a uno de los dos
bots = `{ $given }`: { $error }
nothing_there = allí no hay nada
not_enforced = esta versión no lo hace cumplir: quítelo
rule_of_course = { $given } no es la regla del curso, que es { $rule }: escriba eso, o quítelo
closes_twice = dé esa o `entries.closes`, no ambas
no_zoned_time_or_never = `{ $text }` no es una hora con huso horario: escriba "2015-03-27T12:00[Europe/Madrid]", o "never"
no_zoned_time = `{ $text }` no es una hora con huso horario: escríbala como "2015-03-27T12:00[Europe/Madrid]"
no_long_time = `{ $text }` no es un tiempo: escriba por ejemplo `7 days`
closes_after_range = son posibles dos participantes o más, y un tiempo de 0 a diez años
closes_missing = falta la clave `entries.closes`: una competencia con calendario acaba a esa hora, o `never`
not_after = no es después de { $starts }, el comienzo
no_interval = `{ $text }` no es un tiempo: escriba por ejemplo `2 hours` o `1 day`
interval_too_long = `{ $text }` es demasiado largo: un año como mucho
interval_range = `{ $text }` está fuera de rango: son posibles de un minuto a un año
processes = { $given } no son posibles, de 1 a { $most } sí
seed_word = `{ $word }` no es una semilla: dé un número, o "drawn"
seed_of_timetable = no se puede sortear donde hay un calendario: dé un número, u omítala
nothing_drawn = no se sortea nada: omita `seed` y diga cuándo cierra la inscripción, o escriba seed = "drawn"
unknown_beacon = `{ $given }` no es un faro así: escriba beacon = "drand", chain = "HASH", after = "10 min", o beacon = "hand"
unknown_chain = la cadena `{ $given }` no se conoce aquí: use { $known }
