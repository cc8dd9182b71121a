missing = { $path }: rien n'a encore été joué
newer = { $path }: écrit par un certamen plus récent (version du dépôt { $found }, celui-ci connaît { $known }) : prenez cette version, ou supprimez le dossier pour recommencer
damaged = { $path }: ce n'est pas un dépôt de résultats: { $error }
copy = { $path }: d'une version plus ancienne, et il ne peut être copié pour être lu: { $error }
database = dépôt de résultats: { $error }
record = enregistrement de la partie { $number }: { $error }
no_match = il n'y a pas de partie { $number } : `certamen matches` les énumère
unplayed = la partie { $number } n'a pas encore été jouée
