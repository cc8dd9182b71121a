works = { $name } joue { $slots ->
    [one] une partie
   *[other] { $slots } parties
} à la fois pour { $address } (classe { $class }, niveau { $tier })
tries_again = { $why } : nouvel essai dans { $seconds } s
no_name = `{ $given }` n'est un nom ni de machine ni de classe : 1 à 40 lettres sans accent, chiffres, - et _ sont possibles
reserves_more = --reserve { $reserve } garde plus de places qu'il n'y en a : il y en a { $slots }
name_taken = un autre worker d'ici s'appelle `{ $name }` : donnez à l'un des deux un autre --name
not_isolated = rien n'isole ici les programmes des autres : { $reasons } : donnez --tier D s'ils peuvent faire tout ce que peut votre utilisateur ; `certamen doctor` dit ce qui manque
and = { $before }; { $next }
key_missing = tls:// demande la clé d'un utilisateur du serveur : donnez son fichier avec --key
strange_batch = le jeu, sa version ou un bot est inconnu ici
jobs_elsewhere = avec --bus rien n'est joué ici : au lieu de --jobs, lancez `certamen worker --slots N`
no_bus = ce certamen a été compilé sans le bus : retirez --bus, ou compilez-le avec `--features bus`
name = nom
class = classe
tier = niveau
slots = places
busy = occupées
matches = parties
voids = annulées
rate = parties/s
load = charge
drift = dérive
residual = résidu
state = état
since = depuis
level = urgence
level_errands = urgent
level_runs = tournois
level_ladders = échelles
waiting = en attente
oldest = la plus ancienne
state_works = joue
state_drains = finit
state_rests = se repose
state_rests_voids = se repose : des parties échouent
state_leaves = s'en va
state_suspended = suspendue
kept = { $path } reste comme il est
set_up = Démarrez le serveur : nats-server -c { $path }
    Interrogez-le : certamen bus check { $address } --key { $folder }/coordinator.key
    Portez la clé d'un worker à ses machines : certamen worker --connect { $address } --key NAME.key
    Jouez : certamen run CONTEST_DIR --bus { $address } --key { $folder }/coordinator.key
user_twice = `{ $name }` est pris : chaque utilisateur d'un serveur a son nom
plain_server = à { $host } d'autres pourraient lire : donnez --tls-cert et --tls-key, ou --plain si le réseau n'est qu'à vous
not_users = { $path } : ce ne sont pas des utilisateurs écrits par `certamen bus setup` : déplacez-le, ou donnez un autre dossier
server = serveur { $version } à { $address }, garde des messages de { $most } Kio au plus
stream = { $name } : { $messages ->
    [one] un message
   *[other] { $messages } messages
}, { $size } Kio
stream_missing = { $name } : pas encore là ; qui tient un concours le crée
does = fait
subject = sujet
whose = qui peut
may = cette clé
says = dit
hears = entend
yes = oui
no = non
open_server = ici tout le monde peut tout : `certamen bus setup` crée des utilisateurs
key_of_nobody = avec cette clé personne ne peut tenir des concours, ni jouer, ni regarder
key_of = c'est la clé d'un { $roles }
key_beyond = c'est la clé d'un { $roles }, et elle permet davantage : { $more }
key_lacks = c'est presque la clé d'un { $role }, mais elle ne permet rien avec { $lacking } : si une version plus ancienne l'a créée, relancez `certamen bus setup` avec son dossier et faites recharger le serveur
struck = { $matches ->
    [0] rien de { $name } ne compte ici
    [one] une partie de { $name } a été retirée : `certamen run { $folder }` la rejoue
   *[other] { $matches } parties de { $name } ont été retirées : `certamen run { $folder }` les rejoue
}
told = c'est dit à { $name }
several = plusieurs machines nommées `{ $name }` sont là : donnez à sa place la clé de l'une d'elles : { $machines }
not_there = aucune machine nommée `{ $name }` n'est là maintenant : `certamen workers --bus URL` énumère celles qui y sont
rests_of_voids = trois parties de suite ont échoué ici : cette machine se repose jusqu'à ce que `certamen workers wake` la réveille
rests_of_drift = cette machine est plus lente que d'habitude : elle se repose jusqu'à ce qu'elle se rétablisse
is_back = cette machine est de nouveau aussi rapide que d'habitude
state_rests_drift = se repose : plus lente que d'habitude
no_bundle = les fichiers du bot ne sont pas sur le serveur
