address_form = `{ $given }` n'est pas l'adresse d'un serveur : écrivez nats://127.0.0.1:4222 ou tls://HOST:4222
credentials = noms et mots de passe n'ont pas leur place dans une adresse, où les voit quiconque liste les processus : donnez un fichier avec --key
plain = { $host } est une autre machine et nats:// n'est pas chiffré : écrivez tls://, ou ajoutez --plain si le réseau n'est qu'à vous
not_json = ce n'est pas un message à nous : { $error }
other_version = il parle la version { $found }, on comprend ici la version { $known }
not_unpacked = il ne peut être décompressé : { $error }
too_long = il dépasse { $most } Mio
unreadable_result = un résultat est refusé : { $error }
unreachable = pas de serveur à { $address } : { $why } : démarrez-en un avec `nats-server -js`, ou donnez son adresse
no_streams = le serveur à { $address } ne garde pas de messages : démarrez-le avec -js
old_server = le serveur est en version { $found }, la plus ancienne qui convienne est la 2.9
narrow = le serveur n'accepte que des messages de { $most } Kio au plus : écrivez `max_payload: { $wanted }KB` dans sa configuration
stranger = le serveur à { $address } ne connaît pas cet utilisateur : donnez avec --key le fichier d'une clé qu'il connaît
forbidden = cette clé ne peut rien faire de `{ $subject }` : donnez-en une de { $role }, comme en fait `certamen bus setup`
settings = le flux { $stream } existe avec un autre `{ $key }` : il est à d'autres : donnez à certamen un serveur ou un compte à lui
away = on n'entend plus le serveur ({ $what }) : on lui redemande sans cesse
gone = le serveur a perdu ce qu'il gardait : on le renvoie
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
back_again = on entend de nouveau le serveur
unable = aucune des machines présentes ne peut faire jouer le bot `{ $bot }` (classe { $class }) : { $why }
large_result = son résultat dépasse { $most } Kio
