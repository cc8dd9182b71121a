key = clé `{ $key }` : { $fault }
missing = il manque la clé `{ $key }` : mettez { $known }
section = section [{ $section }] : { $error }
no_number = { $given } n'est pas un nombre ici : donnez-en un fini
unknown_game = jeu inconnu `{ $game }` : mettez { $known }
no_text = { $given } n'est pas un texte
unknown_kind = genre inconnu `{ $kind }` : mettez { $known }
unknown_key = clé inconnue : { $kind } a { $keys }
key_of_others = une clé de { $others } : { $kind } a { $keys }
and = { $before } et { $last }
seed_too_large = { $seed } est trop grand, de 0 à 2^53 - 1 sont possibles
name = un concours a besoin d'un nom sur une ligne
unknown_tier = niveau inconnu `{ $tier }` : mettez A, B, C ou D
course_without_timetable = la section [course] demande une section [timetable] : les joueurs arrivent au fil des jours
too_few_bots = { $count } donnés, un concours en demande deux ou plus
table_size = { $seats } seraient à une table, { $game } est pour { $low } à { $high }
same_name = deux bots s'appellent `{ $name }` : donnez un autre nom à l'un d'eux, comme dans "other={ $name }"
look_alike = `{ $one }` et `{ $other }` se ressemblent à s'y méprendre : donnez un autre nom à l'un des deux
bots = `{ $given }` : { $error }
nothing_there = il n'y a rien là
not_enforced = cette version ne le fait pas respecter : ôtez-le
rule_of_course = { $given } n'est pas la règle du cours, qui est { $rule } : écrivez cela, ou ôtez-le
closes_twice = donnez celle-ci ou `entries.closes`, pas les deux
no_zoned_time_or_never = `{ $text }` n'est pas une heure avec fuseau horaire : écrivez "2015-03-27T12:00[Europe/Madrid]", ou "never"
no_zoned_time = `{ $text }` n'est pas une heure avec fuseau horaire : écrivez-la comme "2015-03-27T12:00[Europe/Madrid]"
no_long_time = `{ $text }` n'est pas un temps : écrivez par exemple `7 days`
closes_after_range = deux participants ou plus, et un temps de 0 à dix ans, sont possibles
closes_missing = il manque la clé `entries.closes` : un concours avec calendrier finit à cette heure, ou `never`
not_after = ce n'est pas après { $starts }, le début
no_interval = `{ $text }` n'est pas un temps : écrivez par exemple `2 hours` ou `1 day`
interval_too_long = `{ $text }` est trop long : un an au plus
interval_range = `{ $text }` est hors limites : d'une minute à un an sont possibles
processes = { $given } ne sont pas possibles, de 1 à { $most } oui
seed_word = `{ $word }` n'est pas une graine : donnez un nombre, ou "drawn"
seed_of_timetable = rien ne peut être tiré là où il y a un calendrier : donnez un nombre, ou omettez-la
nothing_drawn = rien n'est tiré : omettez `seed` et dites quand les inscriptions se ferment, ou écrivez seed = "drawn"
unknown_beacon = `{ $given }` n'est pas une balise de cette sorte : écrivez beacon = "drand", chain = "HASH", after = "10 min", ou beacon = "hand"
unknown_chain = la chaîne `{ $given }` n'est pas connue ici : utilisez { $known }
