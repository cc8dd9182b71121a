missing = il manque la clé `{ $key }` : mettez { $known }
section = section [{ $section }] : { $error }
no_number = { $given } n’est pas un nombre fini
unknown_game = jeu inconnu `{ $game }` : mettez { $known }
no_text = { $given } n’est pas un texte
unknown_kind = genre inconnu `{ $kind }` : mettez { $known }
unknown_key = clé inconnue : { $kind } a { $keys }
key_of_others = une clé de { $others } : { $kind } a { $keys }
and = { $before } et { $last }
seed_too_large = { $seed } est trop grand : utilisez 0 à 2^53 - 1
name = un tournoi a besoin d’un nom d’une ligne
unknown_tier = niveau d’isolation inconnu `{ $tier }` : mettez A, B, C ou D
no_line = valeur non valable `{ $given }` : utilisez une ligne de 1 à { $most } caractères
no_slug = `{ $given }` ne peut pas figurer dans une URL : utilisez 1 à 40 caractères parmi a-z, 0-9 et -
edition_of_nothing = une édition demande une série : donnez aussi `site.series`
course_without_timetable = la section [course] demande une section [timetable] : les joueurs arrivent au fil de plusieurs jours
too_few_bots = { $count } donnés, mais un tournoi en demande au moins deux
table_size = table de { $seats }, mais { $game } est pour { $low } à { $high } joueurs
same_name = deux bots s’appellent `{ $name }` : donnez un autre nom à l’un d’eux, comme dans "other={ $name }"
look_alike = `{ $one }` et `{ $other }` se ressemblent à s’y méprendre : donnez un autre nom à l’un des deux
bots = `{ $given }` : { $error }
nothing_there = rien trouvé
not_enforced = cette version ne le fait pas respecter : ôtez-le
rule_of_course = { $given } n’est pas la règle du cours, qui est { $rule } : écrivez cela, ou ôtez-le
closes_twice = donnez celle-ci ou `entries.closes`, pas les deux
no_zoned_time_or_never = `{ $text }` n’est pas une heure avec fuseau horaire : écrivez "2015-03-27T12:00[Europe/Madrid]", ou "never"
no_zoned_time = `{ $text }` n’est pas une heure avec fuseau horaire : écrivez-la comme "2015-03-27T12:00[Europe/Madrid]"
no_long_time = `{ $text }` n’est pas une durée : écrivez par exemple `7 days`
closes_after_range = utilisez au moins deux participants et une durée de 0 à dix ans
closes_missing = il manque la clé `entries.closes` : avec un calendrier, donnez l’heure de clôture ou `never`
not_after = doit être après { $starts }, le début
no_interval = `{ $text }` n’est pas une durée : écrivez par exemple `2 hours` ou `1 day`
interval_too_long = `{ $text }` est trop long : utilisez au plus un an
interval_range = `{ $text }` est hors limites : utilisez d’une minute à un an
processes = { $given } est hors limites : utilisez 1 à { $most }
seed_word = `{ $word }` n’est pas une graine : donnez un nombre, ou "drawn"
seed_of_timetable = la graine ne peut être tirée au sort avec un calendrier : donnez un nombre, ou omettez-la
nothing_drawn = la graine n’est pas tirée au sort : omettez `seed` et dites quand les inscriptions se ferment, ou écrivez seed = "drawn"
unknown_beacon = balise non valable `{ $given }` : écrivez beacon = "drand", chain = "HASH", after = "10 min", ou beacon = "hand"
unknown_chain = chaîne inconnue `{ $given }` : utilisez { $known }
remote_not_run = un joueur sur une autre machine ne peut pas être lancé ici
rules_are_built_in = `{ $game }` est intégré : seuls les jeux dont les règles sont un programme ont des processus ; retirez [rules]
no_book = `{ $given }` n’est pas un fichier d’ouvertures : utilisez .epd ou .pgn pour les échecs, ou .jsonl avec un objet d’options par ligne
book_outside = `{ $given }` sort du dossier du tournoi : mettez-y le fichier
plies_of_pgn = seules les parties en PGN sont coupées : retirez-le
no_evaluations = `{ $bot }` ne donne pas d’évaluation de ses coups : seuls les moteurs avec protocol = "uci" ou "cecp" le font
increment_of_nothing = il n’y a pas de pendule à laquelle l’ajouter : indiquez aussi `limits.match_time`
life_beside_memory = les moteurs qui durent tout le tournoi ne gardent pas de fichiers : utilisez memory = "match" ou "none"
life_of_engines = aucun moteur ne joue à `{ $game }` : seuls ceux avec protocol = "uci" ou "cecp" passent à la partie suivante ; retirez-la
