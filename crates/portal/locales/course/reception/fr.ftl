stored = L’envoi du fichier { $file } a été enregistré dans { $place }
judged = { $file }: { $verdict }
listed_as = nom dans le classement: { $name }
replaces = remplace: { $file }
send_again = Rien n’a été enregistré : corrigez et renvoyez.
may_be_corrected = Une version corrigée peut être envoyée, une par jour et par joueur.
all_removed = Le binôme ne peut plus rien envoyer et tous ses joueurs sont retirés.
