works = { $name } joue { $slots ->
    [one] une partie
   *[other] { $slots } parties
} à la fois pour { $address } (classe { $class }, niveau d’isolation { $tier })
tries_again = { $why } ; nouvel essai dans { $seconds } s
no_name = nom de worker ou de classe non valable `{ $given }` : utilisez 1 à 40 de a-z, A-Z, 0-9, - et _
reserves_more = --reserve { $reserve } dépasse le nombre d’emplacements : { $slots }
name_taken = le nom de worker `{ $name }` est déjà pris : choisissez un autre --name
not_isolated = pas de bac à sable pour les programmes tiers : { $reasons } ; voyez `certamen doctor`, ou donnez --tier D
and = { $before }; { $next }
key_missing = tls:// demande la clé d’un utilisateur : donnez son fichier avec --key
strange_batch = jeu, version du jeu ou bot inconnu dans un lot
no_rules = les règles de `{ $game }` ne s’ouvrent pas : { $why }
other_rules = leurs fichiers, leur bibliothèque ou leur environnement ne sont pas ceux de l’hôte
jobs_elsewhere = avec --bus aucune partie n’est jouée ici : au lieu de --jobs, lancez `certamen worker --slots N`
no_bus = ce certamen a été compilé sans le bus : retirez --bus, ou compilez-le avec `--features bus`
name = nom
class = classe
tier = isolation
slots = emplacements
busy = occupés
matches = parties
voids = annulées
rate = parties/s
load = charge
drift = dérive
residual = résidu
state = état
since = depuis
level = urgence
level_urgent = urgent
level_runs = tournois
level_ladders = échelles
waiting = en attente
oldest = la plus ancienne
state_works = joue
state_drains = termine
state_rests = en pause
state_rests_voids = en pause : parties annulées
state_leaves = s’arrête
state_suspended = suspendu
kept = { $path } : conservé
set_up = Démarrez le serveur : nats-server -c { $path }
    Vérifiez-le : certamen bus check { $address } --key { $folder }/coordinator.key
    Copiez la clé d’un worker sur ses machines : certamen worker --connect { $address } --key NAME.key
    Jouez : certamen run CONTEST_DIR --bus { $address } --key { $folder }/coordinator.key
user_twice = le nom d’utilisateur `{ $name }` est déjà pris : choisissez-en un autre
plain_server = connexions non chiffrées à { $host } : donnez --tls-cert et --tls-key, ou --plain sur un réseau privé
not_users = { $path } : pas écrit par `certamen bus setup` ; déplacez-le, ou donnez un autre dossier
server = serveur { $version } à { $address }, messages de { $most } Kio au plus
stream = { $name } : { $messages ->
    [one] un message
   *[other] { $messages } messages
}, { $size } Kio
stream_missing = { $name } : n’existe pas encore ; un coordinateur le crée
does = action
subject = sujet
whose = rôles
may = cette clé
says = publier
hears = s’abonner
yes = oui
no = non
open_server = ce serveur permet tout à tous : créez des utilisateurs avec `certamen bus setup`
key_without_role = cette clé n’a aucun rôle : elle ne permet ni de lancer des tournois, ni de jouer, ni de voir
key_of = clé d’un { $roles }
key_beyond = clé d’un { $roles } avec des autorisations en plus : { $more }
key_lacks = clé d’un { $role } sans autorisation pour { $lacking } : si une version plus ancienne l’a créée, relancez `certamen bus setup` avec son dossier et rechargez le serveur
struck = { $matches ->
    [0] aucun résultat de { $name } ne compte ici
    [one] un résultat de { $name } a été révoqué : `certamen run { $folder }` rejoue la partie
   *[other] { $matches } résultats de { $name } ont été révoqués : `certamen run { $folder }` rejoue les parties
}
told = demande envoyée à { $name }
several = plusieurs workers se nomment `{ $name }` : donnez plutôt l’une de leurs clés : { $machines }
not_there = aucun worker nommé `{ $name }` n’est connecté : listez-les avec `certamen workers --bus URL`
rests_of_voids = worker en pause : trois parties annulées de suite ; relancez-le avec `certamen workers wake`
rests_of_drift = worker en pause : plus lent que d’habitude ; il reprend à sa vitesse habituelle
is_back = worker relancé : de nouveau aussi rapide que d’habitude
state_rests_drift = en pause : plus lent que d’habitude
no_bundle = fichiers du bot absents du serveur
