file = { $path }: { $error }
no_report = { $path }: ce n'est pas un rapport : { $error } : remettez-le comme il était
minimum_tier = { $path }: clé `sandbox.minimum_tier`
tier_flag = --tier { $tier }
bot_flag = --bot
no_tier = { $asked } demande le niveau { $weakest } ou mieux; { $reasons }
weak_tier = { $asked } demande le niveau { $weakest } ou mieux, celui-ci serait le niveau { $have }
no_place = un dossier pour construire: { $error }
bots = { $path }: clé `bots`: { $error }
nobody_plays = il ne reste aucun fil qui joue
and = { $before }; { $next }
no_house_player = `{ $of }` n'est pas un joueur de la maison : seuls les tournois peuvent en nommer d'autres
person = une personne s'est assise
no_timetable = { $path }: il manque la section [timetable] : `certamen run` lance les concours qui n'en ont pas
no_entries = { $path } n’a pas de section [entries] : ajoutez-la pour admettre des programmes
not_deterministic = déclaré déterministe à tort
move_time = clé `limits.move_time`: { $error }
unplayable = une partie ne peut être jouée: { $error }
no_end = une partie n'a pas de fin
other_series = { $path } : il garde une autre comparaison ; nommez un autre fichier, ou donnez les mêmes bots, jeu, graine et hypothèses
ends_at_once = bot `{ $bot }` : il se termine avant sa première réponse
ends_at_once_with = bot `{ $bot }` : il se termine avant sa première réponse ; ses derniers mots :
    { $words }
name_taken = un autre bot s'appelle `{ $name }` : donnez un autre nom à l'un d'eux dans son bot.toml
unfit = ne { $count ->
    [one] peut
   *[other] peuvent
} pas participer : { $bots } : { $count ->
    [one] corrigez-le
   *[other] corrigez-les
}, ou enlevez `--strict` pour que les autres jouent
not_read = il est illisible
not_built = il ne se compile pas
not_installed = son langage n'est pas installé
not_started = il ne démarre pas
namesake = un autre bot porte son nom
silent = endormi trois parties de suite
sheet_group = groupe
sheet_pair = binôme
sheet_names = noms
sheet_players = joueurs
sheet_best = meilleur
sheet_place = place
sheet_references = références
sheet_mark = note
partner_proscribed = un autre joueur du binôme a été proscrit
not_written = { $path } : { $error } : un concours se tient dans son propre dossier : lancez-le comme son propriétaire, ou faites de la place et relancez-le
stays_here = le bot `{ $bot }` ne peut pas être confié à d'autres machines : retirez --bus
no_such_game = aucun jeu de ce site ne s’appelle `{ $game }`, ou ses règles ont changé : ouvrez une autre table
no_table = on ne peut pas jouer à cette table : ouvrez-en une autre
no_such_program = aucun programme `{ $program }` ne joue à ce jeu dans `{ $contest }` : ouvrez une table avec un autre
tables_full = trop de tables attendent : réessayez dans un moment
table_failed = cette table a été quittée par une défaillance de notre part : elle reprend au prochain coup
stopped = arrêté pendant l'attente d'autres machines : relancez
strange_answer = une machine dit ce que personne ne demandait
no_room_left = { $path } : il reste { $left } MiB sur le disque, et il doit en rester { $least } MiB : faites de la place, ou changez `limits.min_free` dans site.toml
no_mail_command = pas de `mail.command` : les lettres attendent
mail_not_started = les lettres sont gardées : `{ $program }` ne peut démarrer : { $error }
mail_late = les lettres sont gardées : `{ $program }` n’en a pas pris une en { $seconds } s
mail_refused = les lettres sont gardées : `{ $program }` n’en a pas pris une : { $status }
