# Labels of the facts of a finding.
answer = la réponse
would_do = ceci serait accepté
rules = les règles disent
error = l’erreur
signal = le signal
system = le système dit
asked_by = interrogé par
works = cela marche avec
first = d’abord
then = ensuite
limit = la limite
measured = mesuré
question = la question
file = le fichier
did_you_mean = vouliez-vous dire
flush = videz le tampon à chaque ligne avec
fact = { $label } : { $value }

# The report.
heading = { $bot } ({ $language }) : { $game }, protocole { $protocol }, niveau d’isolation { $tier }
brief_heading = { $bot } ({ $language }) : { $game }
tried = parties d’essai : { $matches }, réponses valables : { $answers }
slowest = réponse la plus lente : { $slowest } / { $limit } ms
memory = mémoire maximale : { $peak } / { $limit } MiB
correction = correction : { $advice }
note = remarque : { $advice }
in_match = dans une partie contre builtin:{ $opponent }, { $sat }, tour { $turn }, graine { $seed }, { $options }
seated = siège { $seat } sur { $seats }
exchange = échange, octet par octet (> vers le bot, < du bot) :
last_words = dernières lignes de la sortie d’erreur :
compiler = sortie du compilateur :
all_is_well = aucun problème : le bot peut jouer
to_correct = corrections nécessaires : { $count }

# Input and output, and how the run ended.
started = début
unasked = { $said }  (sans question)
no_line_end = { $said }  (sans fin de ligne)
argument = argument { $argument }
longer = { $said }… ({ $bytes } octets)
exited = fin { $code }
signalled = signal { $signal }
timed_out = temps dépassé
too_much_output = trop de sortie
out_of_memory = mémoire épuisée
forbidden_call = appel système interdit

# Reasons for a missing report.
cannot_be_played = la partie ne peut pas être jouée : { $why }
left = un bot a quitté la partie, ce que seules les personnes peuvent faire
no_end = elle ne s’est pas terminée
nothing_played = aucune partie n’a été jouée
needs = { $needed } ms nécessaires, { $allowed } ms autorisées
needs_more = plus de { $needed } ms nécessaires, { $allowed } ms autorisées
needs_share = { $needed } % nécessaires (entre { $low } et { $high } %) ; autorisé : { $allowed }
against_starting = { $what }, contre { $opponent }, avec le premier coup
against_not_starting = { $what }, contre { $opponent }, sans le premier coup
illegal_reply = la réponse « { $reply } » n’est pas un coup légal
points = { $own } points à { $other }
in_position = { $what }, dans la position { $position }
awaited = mot manquant
