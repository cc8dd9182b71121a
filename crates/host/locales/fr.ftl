file = { $path }: { $error }
no_report = { $path }: ce n’est pas un rapport : { $error } : restaurez le fichier d’origine
minimum_tier = { $path }: clé `sandbox.minimum_tier`
tier_flag = --tier { $tier }
bot_flag = --bot
no_tier = { $asked } exige le niveau d’isolation { $weakest } ou mieux ; { $reasons }
weak_tier = { $asked } exige le niveau d’isolation { $weakest } ou mieux, ce bac à sable a le niveau { $have } ; `certamen doctor` montre ce qui lui manque
advised =
    { $error }
    { $advice }
no_place = impossible de créer un dossier pour la compilation : { $error }
bots = { $path }: clé `bots`: { $error }
and = { $before }; { $next }
no_builtin_player = `{ $of }` n’est pas un joueur intégré : seuls les tournois peuvent en nommer d’autres
person = une personne occupe un siège
no_timetable = { $path }: il manque la section [timetable] : pour un tournoi sans elle, utilisez `certamen run`
no_entries = { $path } n’a pas de section [entries] : ajoutez-la pour accepter des envois
not_deterministic = déclaré déterministe à tort
move_time = clé `limits.move_time`: { $error }
unplayable = une partie ne peut être jouée: { $error }
no_end = une partie n’a pas de fin
other_series = { $path } : contient une autre comparaison : indiquez un autre fichier, ou les mêmes bots, jeu, graine et hypothèses
settings = bot `{ $bot }` : { $why }
no_evaluations = bot `{ $bot }` : il ne donne pas d’évaluation de ses coups, ce que `{ $key }` demande ; les moteurs avec protocol = "uci" ou "cecp" le font
ends_at_once = bot `{ $bot }` : se termine avant sa première réponse
ends_at_once_with = bot `{ $bot }` : se termine avant sa première réponse ; fin de sa sortie d’erreur :
    { $words }
name_taken = un autre bot s’appelle `{ $name }` : donnez un autre nom à l’un d’eux dans son bot.toml
unfit = ne { $count ->
    [one] peut
   *[other] peuvent
} pas participer : { $bots } : { $count ->
    [one] corrigez-le
   *[other] corrigez-les
}, ou enlevez `--strict` pour que les autres jouent
not_read = il est illisible
not_built = il ne se compile pas
not_installed = son langage n’est pas installé
not_started = il ne démarre pas
settings_refused = il refuse ses réglages
says_nothing = il ne donne pas d’évaluation
namesake = un autre bot porte le même nom
silent = endormi trois parties de suite
sheet_group = groupe
sheet_pair = binôme
sheet_names = noms
sheet_players = joueurs
sheet_best = meilleur
sheet_place = place
sheet_references = références
sheet_mark = note
partner_banned = un autre joueur du binôme a été banni
not_written = { $path } : { $error } : lancez-le en tant que propriétaire du dossier du tournoi, ou libérez de l’espace et relancez
stays_here = le bot `{ $bot }` ne peut pas être envoyé aux workers : retirez --bus
rules_stay_here = les règles de { $game } dépassent { $most } Mio, que les workers ne téléchargent pas : retirez --bus
no_such_game = aucun jeu `{ $game }` sur ce site, ou ses règles ont changé : ouvrez une autre table
no_table = on ne peut pas jouer à cette table : ouvrez-en une autre
no_such_program = aucun bot `{ $program }` ne joue à ce jeu dans `{ $contest }` : ouvrez une table avec un autre
tables_full = trop de tables attendent : réessayez plus tard
table_failed = cette table s’est arrêtée à cause d’une erreur du serveur : elle reprend au prochain coup
no_thread = un fil d’exécution ne peut pas être démarré : { $error }
stopped = arrêté pendant l’attente des workers : relancez
strange_answer = réponse non valable d’un worker
no_room_left = { $path } : il reste { $left } MiB libres sur le disque, il en faut au moins { $least } MiB : libérez de l’espace, ou changez `limits.min_free` dans site.toml
no_mail_command = pas de `mail.command` : les e-mails attendent
mail_not_started = les e-mails attendent : `{ $program }` ne peut démarrer : { $error }
mail_late = les e-mails attendent : `{ $program }` n’en a pas accepté un en { $seconds } s
mail_refused = les e-mails attendent : `{ $program }` n’en a pas accepté un : { $status }
not_appeared = un joueur n’est pas apparu à sa table
entrant_absent = un participant sur une autre machine est absent
rules_failed = partie { $number } : { $fault }
cost_limit = { $bot } est exclu de cette exécution : limite de coût
rules_paused = { $fault } (les règles de ce tournoi ont échoué : corrigez-les et redémarrez `certamen serve`)
