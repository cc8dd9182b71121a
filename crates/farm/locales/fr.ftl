address_form = adresse de serveur non valable `{ $given }` : utilisez nats://127.0.0.1:4222 ou tls://HOST:4222
credentials = l’adresse du serveur contient un identifiant ou un mot de passe, visibles dans la liste des processus : donnez un fichier de clé avec --key
plain = { $host } est une autre machine et nats:// n’est pas chiffré : utilisez tls://, ou ajoutez --plain sur un réseau privé
not_json = message non valable : { $error }
other_version = version de message { $found } non prise en charge : { $known } attendue
not_unpacked = décompression impossible : { $error }
too_long = dépasse { $most } Mio
unreadable_result = résultat rejeté : { $error }
other_subject = résultat rejeté : envoyé au nom d’un autre utilisateur
unreachable = pas de serveur à { $address } ({ $why }) : démarrez-en un avec `nats-server -js`, ou vérifiez l’adresse
untrusted = impossible de vérifier le certificat de { $address } ({ $why }) : indiquez dans SSL_CERT_FILE le fichier de son émetteur ; n’utilisez `tls://` qu’avec un serveur qui a un certificat
no_streams = le serveur à { $address } n’enregistre pas les messages : démarrez-le avec -js
old_server = la version { $found } du serveur est trop ancienne : utilisez 2.9 ou ultérieure
other_codes = réponse inattendue du serveur, version { $found } ({ $why }) : utilisez une autre version, 2.9 ou ultérieure
narrow = le serveur n’accepte que des messages de { $most } Kio au plus : écrivez `max_payload: { $wanted }KB` dans sa configuration
unknown_key = utilisateur inconnu du serveur à { $address } : donnez avec --key le fichier d’une clé qu’il accepte
forbidden = cette clé n’a pas d’autorisation pour `{ $subject }` : utilisez-en une de rôle { $role }, comme en crée `certamen bus setup`
settings = le flux { $stream } existe avec un autre `{ $key }`, d’un autre programme ou d’un certamen antérieur : utilisez un serveur ou un compte à part, ou supprimez-le avec `nats stream rm { $stream }`
queue_settings = la file { $queue } du flux { $stream } existe avec un autre `{ $key }` : supprimez-la avec `nats consumer rm { $stream } { $queue }`, ou utilisez un serveur ou un compte à part
away = serveur injoignable ({ $what }) ; nouvel essai
gone = le serveur a perdu ses données ; nouvel envoi
full = le serveur n’a plus d’espace pour { $what } ({ $why }) ; nouvel essai : `bus setup --disk` fixe combien il en a
refused = le serveur rejette { $what } : { $why }
secret = { $path } : { $error }
no_secret = { $path } : ce n’est pas un secret valable : supprimez-le ; les parties en cours sont rejouées
broken_digest = son enregistrement est endommagé : l’empreinte à la fin ne correspond pas
other_header = son enregistrement est celui d’une autre partie : `{ $key }` diffère
no_end = son enregistrement n’a pas de fin
beside = les données jointes à son enregistrement sont illisibles
foreign_token = résultat de { $name } rejeté : lot inconnu
foreign_number = partie { $number } de { $name } rejetée : elle n’est pas dans ce lot
not_believed = { $name } : { $error }
failed_on = { $name } : { $why }
failed_here = les règles ont échoué ici quand la partie a été rejouée : { $why }
lost = { $matches ->
    [one] une partie s’est perdue en route et est renvoyée
   *[other] { $matches } parties se sont perdues en route et sont renvoyées
}
overdue = { $matches ->
    [one] une partie tardait trop et est confiée
   *[other] { $matches } parties tardaient trop et sont confiées
} à d’autres workers
cannot_be_true = il a remis beaucoup d’enregistrements impossibles
back_again = serveur de nouveau joignable
unable = aucun worker disponible ne peut faire jouer le bot `{ $bot }` (classe { $class }) : { $why }
large_result = son résultat dépasse { $most } Kio
moves_differ = dans la partie { $number } les bots ont joué autrement que sur deux autres workers
suspended = { $name } est suspendu : { $why } ; ses résultats comptent jusqu’à ce que vous lanciez `certamen workers strike { $name } CONTEST_DIR`
user_suspended = { $name } : tous les workers de cet utilisateur sont suspendus
undecided = { $one } et { $other } ne sont pas d’accord sur une partie, et il n’y a pas de troisième worker pour trancher
answers_itself = réponse de { $name } ignorée : il a lui-même rapporté ces parties, et la question était pour d’autres workers
refused_result = résultat du worker suspendu { $name } rejeté
not_kept = { $path } : impossible d’enregistrer les résultats qui attendent le serveur : { $error } ; ils sont perdus si ce worker s’arrête avant le retour du serveur
spool_full = { $path } : { $most } Mio de résultats attendent le serveur, le maximum ; les suivants sont perdus si ce worker s’arrête avant le retour du serveur
fills = ce tournoi ne peut utiliser que { $matches } emplacements sur { $slots } : son format et la mémoire de ses bots ne permettent pas plus de parties à la fois ; les autres attendent ou jouent d’autres tournois
no_worker = aucun worker avec le niveau d’isolation { $tier } ou mieux : démarrez-en un avec `certamen worker`
undone = des workers ont échoué trois fois, la dernière : { $why }
rival = un autre coordinateur exécute ce tournoi ; il a commencé { $before } s plus tôt : attendez qu’il finisse, ou arrêtez-le et relancez celui-ci ; si ce dossier est une copie, supprimez `.certamen/bus.json` de la copie
results_differ = ses résultats diffèrent de ceux d’autres workers dans les mêmes parties ({ $deviations } écarts types)
residual = { $name } : ses résultats diffèrent de ceux d’autres workers dans les mêmes parties de { $deviations } écarts types
slow = { $name } est mis en pause : temps dépassé dans { $late } parties sur { $matches }, mais pas sur d’autres workers
keeps_to = ce tournoi n’utilise que des workers de la classe { $class }
waits_for_class = aucun worker de la classe { $class }, requise par ce tournoi : démarrez-en un avec `certamen worker --class { $class }`
fell_silent = perdu pendant la partie
no_answer = aucune réponse reçue
heavy = partie { $number } : les dossiers de ses bots font { $most } Mio, trop pour être envoyés : jouez le tournoi sans --bus
