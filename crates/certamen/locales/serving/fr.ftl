misnamed = { $path } : non montré : le dossier d'un concours s'appelle par 1 à 40 caractères parmi a-z, 0-9 et - ; renommez-le
listening = servi sur { $address }
open_address = attention : { $address } est joignable par d'autres machines et parle HTTP en clair ; mettez devant un mandataire avec TLS
finished = { $slug } : terminé
elsewhere = { $slug } : un autre processus le joue ; il est montré
failed = { $slug } : { $why } ; à nouveau dans { $seconds } s
archived = { $folder } : { $files } fichiers ; ouvrez index.html
