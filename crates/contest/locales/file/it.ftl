missing = manca la chiave `{ $key }`: usi { $known }
section = sezione [{ $section }]: { $error }
no_number = { $given } non è un numero finito
unknown_game = gioco sconosciuto `{ $game }`: usi { $known }
no_text = { $given } non è un testo
unknown_kind = tipo sconosciuto `{ $kind }`: usi { $known }
unknown_key = chiave sconosciuta: { $kind } ha { $keys }
key_of_others = una chiave di { $others }: { $kind } ha { $keys }
and = { $before } e { $last }
seed_too_large = { $seed } è troppo grande: usi da 0 a 2^53 - 1
name = un torneo ha bisogno di un nome di una riga
unknown_tier = livello di isolamento sconosciuto `{ $tier }`: usi A, B, C o D
no_line = valore non valido `{ $given }`: usi una riga da 1 a { $most } caratteri
no_slug = `{ $given }` non può far parte di un URL: usi da 1 a 40 caratteri tra a-z, 0-9 e -
edition_of_nothing = un’edizione richiede una serie: indichi anche `site.series`
course_without_timetable = la sezione [course] richiede una sezione [timetable]: i giocatori arrivano nel corso di più giorni
too_few_bots = { $count } dati, ma un torneo ne richiede almeno due
table_size = tavolo da { $seats }, ma { $game } è per { $low }-{ $high } giocatori
same_name = due bot si chiamano `{ $name }`: dia un altro nome a uno, come in "other={ $name }"
look_alike = `{ $one }` e `{ $other }` sembrano uguali: dia un altro nome a uno dei due
bots = `{ $given }`: { $error }
nothing_there = non trovato nulla
not_enforced = questa versione non lo fa rispettare: lo tolga
rule_of_course = { $given } non è la regola del corso, che è { $rule }: scriva quella, o la tolga
closes_twice = indichi questa o `entries.closes`, non entrambe
no_zoned_time_or_never = `{ $text }` non è un’ora con fuso orario: scriva "2015-03-27T12:00[Europe/Madrid]", o "never"
no_zoned_time = `{ $text }` non è un’ora con fuso orario: la scriva come "2015-03-27T12:00[Europe/Madrid]"
no_long_time = `{ $text }` non è una durata: scriva per esempio `7 days`
closes_after_range = usi almeno due partecipanti e una durata da 0 a dieci anni
closes_missing = manca la chiave `entries.closes`: con un calendario, indichi l’ora di chiusura o `never`
not_after = deve essere dopo { $starts }, l’inizio
no_interval = `{ $text }` non è una durata: scriva per esempio `2 hours` o `1 day`
interval_too_long = `{ $text }` è troppo lungo: usi al massimo un anno
interval_range = `{ $text }` è fuori limite: usi da un minuto a un anno
processes = { $given } è fuori limite: usi da 1 a { $most }
seed_word = `{ $word }` non è un seme: dia un numero, o "drawn"
seed_of_timetable = il seme non si può sorteggiare con un calendario: dia un numero, o lo ometta
nothing_drawn = il seme non si sorteggia: ometta `seed` e indichi quando chiudono le iscrizioni, o scriva seed = "drawn"
unknown_beacon = beacon non valido `{ $given }`: scriva beacon = "drand", chain = "HASH", after = "10 min", o beacon = "hand"
unknown_chain = catena sconosciuta `{ $given }`: usi { $known }
remote_not_run = un giocatore su un’altra macchina non può essere avviato qui
rules_are_built_in = `{ $game }` è integrato: solo i giochi le cui regole sono un programma hanno processi; tolga [rules]
no_book = `{ $given }` non è un file di aperture: usi .epd o .pgn per gli scacchi, o .jsonl con un oggetto di opzioni per riga
book_outside = `{ $given }` esce dalla cartella del torneo: vi metta il file
plies_of_pgn = si tagliano solo le partite in PGN: lo tolga
no_evaluations = `{ $bot }` non dà valutazioni delle sue mosse: lo fanno solo i motori con protocol = "uci" o "cecp"
increment_of_nothing = non c’è un orologio a cui aggiungerlo: indichi anche `limits.match_time`
life_beside_memory = i motori che durano tutto il torneo non conservano file: usi memory = "match" o "none"
life_of_engines = a `{ $game }` non giocano motori: solo quelli con protocol = "uci" o "cecp" passano alla partita successiva; la tolga
