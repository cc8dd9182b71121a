key = chiave `{ $key }`: { $fault }
missing = manca la chiave `{ $key }`: usi { $known }
section = sezione [{ $section }]: { $error }
no_number = { $given } qui non è un numero: ne dia uno finito
unknown_game = gioco sconosciuto `{ $game }`: usi { $known }
no_text = { $given } non è un testo
unknown_kind = tipo sconosciuto `{ $kind }`: usi { $known }
unknown_key = chiave sconosciuta: { $kind } ha { $keys }
key_of_others = una chiave di { $others }: { $kind } ha { $keys }
and = { $before } e { $last }
seed_too_large = { $seed } è troppo grande, sono possibili da 0 a 2^53 - 1
name = una gara ha bisogno di un nome su una riga
unknown_tier = livello sconosciuto `{ $tier }`: usi A, B, C o D
course_without_timetable = la sezione [course] chiede una sezione [timetable]: i giocatori arrivano nel corso di giorni
too_few_bots = { $count } dati, una gara ne chiede due o più
table_size = { $seats } sarebbero a un tavolo, { $game } è per { $low } a { $high }
same_name = due bot si chiamano `{ $name }`: dia un altro nome a uno, come in "other={ $name }"
look_alike = `{ $one }` e `{ $other }` sembrano uguali: dai un altro nome a uno dei due
bots = `{ $given }`: { $error }
nothing_there = lì non c'è niente
not_enforced = questa versione non lo fa rispettare: lo tolga
rule_of_course = { $given } non è la regola del corso, che è { $rule }: scriva quella, o la tolga
closes_twice = dia quella o `entries.closes`, non entrambe
no_zoned_time_or_never = `{ $text }` non è un'ora con fuso orario: scriva "2015-03-27T12:00[Europe/Madrid]", o "never"
no_zoned_time = `{ $text }` non è un'ora con fuso orario: la scriva come "2015-03-27T12:00[Europe/Madrid]"
no_long_time = `{ $text }` non è un tempo: scriva per esempio `7 days`
closes_after_range = sono possibili due partecipanti o più, e un tempo da 0 a dieci anni
closes_missing = manca la chiave `entries.closes`: una gara con calendario finisce a quell'ora, o `never`
not_after = non è dopo { $starts }, l'inizio
no_interval = `{ $text }` non è un tempo: scriva per esempio `2 hours` o `1 day`
interval_too_long = `{ $text }` è troppo lungo: un anno al massimo
interval_range = `{ $text }` è fuori limite: sono possibili da un minuto a un anno
processes = { $given } non sono possibili, da 1 a { $most } sì
seed_word = `{ $word }` non è un seme: dia un numero, o "drawn"
seed_of_timetable = non si può sorteggiare dove c'è un calendario: dia un numero, o lo ometta
nothing_drawn = non si sorteggia nulla: ometta `seed` e dica quando chiudono le iscrizioni, o scriva seed = "drawn"
unknown_beacon = `{ $given }` non è un faro così: scriva beacon = "drand", chain = "HASH", after = "10 min", o beacon = "hand"
unknown_chain = la catena `{ $given }` non è nota qui: usi { $known }
