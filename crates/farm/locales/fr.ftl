address_form = `{ $given }` n'est pas l'adresse d'un serveur : écrivez nats://127.0.0.1:4222 ou tls://HOST:4222
credentials = noms et mots de passe n'ont pas leur place dans une adresse, où les voit quiconque liste les processus : donnez un fichier avec --key
plain = { $host } est une autre machine et nats:// n'est pas chiffré : écrivez tls://, ou ajoutez --plain si le réseau n'est qu'à vous
not_json = ce n'est pas un message à nous : { $error }
other_version = il parle la version { $found }, on comprend ici la version { $known }
not_unpacked = il ne peut être décompressé : { $error }
too_long = il dépasse { $most } Mio
unreadable_result = un résultat est refusé : { $error }
other_subject = un résultat est refusé : il est arrivé au nom d'un autre utilisateur
unreachable = pas de serveur à { $address } : { $why } : démarrez-en un avec `nats-server -js`, ou donnez son adresse
untrusted = { $address } répond, mais son chiffrement n'est pas cru : { $why } : SSL_CERT_FILE indique le fichier de qui a signé son certificat, et `tls://` est pour les serveurs qui en ont un
no_streams = le serveur à { $address } ne garde pas de messages : démarrez-le avec -js
old_server = le serveur est en version { $found }, la plus ancienne qui convienne est la 2.9
other_codes = le serveur a la version { $found } et répond autrement que ce que certamen connaît ({ $why }) : prenez-en une autre, à partir de 2.9
narrow = le serveur n'accepte que des messages de { $most } Kio au plus : écrivez `max_payload: { $wanted }KB` dans sa configuration
stranger = le serveur à { $address } ne connaît pas cet utilisateur : donnez avec --key le fichier d'une clé qu'il connaît
forbidden = cette clé ne peut rien faire de `{ $subject }` : donnez-en une de { $role }, comme en fait `certamen bus setup`
settings = le flux { $stream } existe avec un autre `{ $key }` : il est d'un autre programme ou d'un certamen antérieur : donnez à certamen un serveur ou un compte à lui, ou supprimez-le avec `nats stream rm { $stream }`
queue_settings = la file { $queue } du flux { $stream } existe avec un autre `{ $key }` : retirez-la avec `nats consumer rm { $stream } { $queue }`, ou donnez à certamen un serveur ou un compte à lui
away = on n'entend plus le serveur ({ $what }) : on lui redemande sans cesse
gone = le serveur a perdu ce qu'il gardait : on le renvoie
full = le serveur n'a pas de place pour { $what } ({ $why }) : on le renvoie sans cesse, jusqu'à ce qu'il y en ait ; `bus setup --disk` dit combien il doit y en avoir
refused = le serveur refuse { $what } : { $why }
secret = { $path } : { $error }
no_secret = { $path } : ce n'est pas à nous : supprimez-le, et ce qui est en route sera rejoué
broken_digest = son procès-verbal est abîmé : l'empreinte à la fin est celle d'un autre
other_header = son procès-verbal est celui d'une autre partie : `{ $key }` diffère
no_end = son procès-verbal n'a pas de fin
beside = ce qui accompagne son procès-verbal est illisible
foreign_token = un résultat de { $name } est refusé : personne n'a distribué ce lot
foreign_number = la partie { $number } de { $name } est refusée : elle n'est pas dans ce lot
not_believed = { $name } : { $error }
failed_on = { $name } : { $why }
lost = { $matches ->
    [one] une partie s'est perdue en route et est renvoyée
   *[other] { $matches } parties se sont perdues en route et sont renvoyées
}
overdue = { $matches ->
    [one] une partie tardait trop et est confiée
   *[other] { $matches } parties tardaient trop et sont confiées
} à d'autres machines
cannot_be_true = elle a remis beaucoup d'enregistrements qui ne peuvent pas être vrais
back_again = on entend de nouveau le serveur
unable = aucune des machines présentes ne peut faire jouer le bot `{ $bot }` (classe { $class }) : { $why }
large_result = son résultat dépasse { $most } Kio
moves_differ = dans la partie { $number } les bots jouent autrement que sur deux autres machines
suspended = on ne croit plus { $name } : { $why } ; ce qu'elle a remis compte jusqu'à ce que vous disiez `certamen workers strike { $name } CONTEST_DIR`
user_suspended = { $name } : plus aucune machine de cet utilisateur n'est crue
undecided = selon { $one } et { $other }, la même partie s'est passée autrement, et il n'y a pas de troisième machine à interroger
answers_itself = une réponse de { $name } n'est pas comparée : c'est elle qui a dit comment ces parties se sont passées, et la question était pour d'autres
refused_result = un résultat de { $name } est refusé : personne ne la croit plus
not_kept = { $path } : un résultat qui attend le serveur n'est pas sur le disque : { $error } ; ce que cette machine joue maintenant est perdu si elle s'arrête avant le retour du serveur
spool_full = { $path } : { $most } Mio de résultats y attendent le serveur, et le disque n'en garde pas plus ; ce que cette machine joue maintenant est perdu si elle s'arrête avant le retour du serveur
fills = ce concours a { $matches } parties à la fois pour { $slots } places : autant que le permettent son format et ce que les programmes retiennent ; les autres attendent ou jouent pour d'autres concours
nobody = aucune machine n'est là avec le niveau { $tier } ou mieux : démarrez-en une avec `certamen worker`
undone = des machines ont échoué trois fois, la dernière ainsi : { $why }
rival = un autre coordinateur tient ce concours : il a commencé { $before } s plus tôt : attendez qu'il finisse, ou arrêtez-le et relancez celui-ci ; si ce dossier est une copie, supprimez `.certamen/bus.json` de la copie
results_differ = ses résultats ne sont pas ceux d'autres machines qui jouent les mêmes parties ({ $deviations } écarts types)
residual = { $name } : ses résultats s'écartent de ceux d'autres machines qui jouent les mêmes parties, de { $deviations } écarts types
slow = { $name } : le temps a manqué dans { $late } parties sur { $matches }, et ailleurs non : on lui dit de se reposer
keeps_to = ce concours s'en tient aux machines de la classe { $class }
waits_for_class = il n'y a personne de la classe { $class }, à laquelle ce concours s'en tient : il attend une machine de cette classe (`certamen worker --class { $class }`)
fell_silent = elle s'est perdue au milieu de la partie
no_answer = aucune réponse n'est arrivée
heavy = partie { $number } : ses programmes ont { $most } Mio dans leurs dossiers, plus que ce qui voyage : jouez le concours sans --bus
