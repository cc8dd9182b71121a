# What stands before the facts of a finding.
answer = la réponse
would_do = ceci irait
rules = les règles disent
error = l'erreur
signal = le signal
system = le système dit
asked_by = interrogé par
works = cela marche avec
first = d'abord
then = ensuite
limit = la limite
measured = mesuré
question = la question
file = le fichier
did_you_mean = vouliez-vous dire
flush = une ligne part aussitôt avec
fact = { $label } : { $value }

# The report.
heading = { $bot } ({ $language }) : { $game }, protocole { $protocol }, niveau { $tier }
tried = parties essayées : { $matches }, bonnes réponses : { $answers }
slowest = réponse la plus lente : { $slowest } / { $limit } ms
memory = mémoire maximale : { $peak } / { $limit } MiB
correction = correction : { $advice }
note = remarque : { $advice }
in_match = dans une partie contre builtin:{ $opponent }, { $sat }, tour { $turn }, graine { $seed }, { $options }
seated = place { $seat } de { $seats }
exchange = l'échange, octet par octet (> vers le programme, < du programme) :
last_words = ses derniers mots sur la sortie d'erreur :
compiler = les mots du compilateur :
all_is_well = tout va bien : le bot peut jouer
to_correct = corrections à faire : { $count }

# What was said, and how it ended.
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

# Why there is no report.
cannot_be_played = la partie ne peut pas être jouée : { $why }
left = un programme a quitté la partie comme le font les personnes
no_end = elle n'a pas eu de fin
nothing_played = rien n'a été joué
needs = { $needed } ms nécessaires, { $allowed } ms autorisées
needs_more = plus de { $needed } ms nécessaires, { $allowed } ms autorisées
needs_share = { $needed } % nécessaires (entre { $low } et { $high } %) ; autorisé : { $allowed }
against_starting = { $what }, contre { $opponent }, avec le premier coup
against_not_starting = { $what }, contre { $opponent }, sans le premier coup
illegal_reply = la réponse « { $reply } » n’est pas un coup légal
points = { $own } points à { $other }
in_position = { $what }, dans la position { $position }
