works = { $name } joue { $slots ->
    [one] une partie
   *[other] { $slots } parties
} à la fois pour { $address } (classe { $class }, niveau { $tier })
tries_again = { $why } : nouvel essai dans { $seconds } s
no_name = `{ $given }` n'est un nom ni de machine ni de classe : 1 à 40 lettres sans accent, chiffres, - et _ sont possibles
name_taken = un autre worker d'ici s'appelle `{ $name }` : donnez à l'un des deux un autre --name
key_missing = tls:// demande la clé d'un utilisateur du serveur : donnez son fichier avec --key
strange_batch = le jeu, sa version ou un bot est inconnu ici
jobs_elsewhere = avec --bus rien n'est joué ici : au lieu de --jobs, lancez `certamen worker --slots N`
no_bus = ce certamen a été compilé sans le bus : retirez --bus, ou compilez-le avec `--features bus`
not_held_afar = pour l'instant, un concours avec calendrier se joue ici : retirez --bus
name = nom
class = classe
tier = niveau
slots = places
busy = occupées
matches = parties
voids = nulles
state = état
state_works = joue
state_drains = finit
state_rests = se repose
state_leaves = s'en va
