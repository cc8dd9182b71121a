intro =
    { $game } avec des joueurs intégrés, jusqu’à ce que vous ajoutiez vos bots. Il se lance, autant
    de fois que vous voulez, par
    {"    "}certamen run { $folder }
    Ce qu’il écrit se trouve dans .certamen/, à côté de ce fichier ; supprimez-le pour repartir de zéro.
    Toutes les clés sont dans docs/contest-file.md.
name = Le titre, tel qu’il paraît au-dessus du classement.
game = Le jeu ; `certamen games` les énumère.
seed = À graine égale, tournoi égal : tout le hasard des parties vient d’elle.
bots =
    Les participants : joueurs intégrés ("builtin:..."), fichiers source, dossiers avec un bot.toml.
    Les chemins partent de ce fichier, et un `*` vaut n’importe quel nom.
programs = Ôtez le `#` dès qu’un bot est dans bots/ ; bots/README.txt dit ce qu’il peut être.
options = Les options du jeu avec leur valeur par défaut : ôtez un `#` pour en changer une.
unset = Sans valeur par défaut : { $keys }
round_robin =
    Chacun rencontre chacun deux fois, une de chaque siège. On peut ajouter des parties par la suite :
    celles déjà jouées sont conservées.
one_table =
    Tous à une table, plusieurs fois ; les sièges tournent. On peut ajouter des parties par la suite :
    celles déjà jouées sont conservées.
points = 1 par partie gagnée, 1/2 par partie nulle.
total_score = La somme des points de toutes les parties.
move_time = Pour chaque coup.
memory = Pour chaque bot.
forgetful =
    Selon l’annonce, les bots ne se souviennent de rien : ils n’écrivent aucun fichier. "match"
    garderait ce qu’ils écrivent jusqu’à la fin de la partie.
remembering = Ce qu’un bot écrit dans son dossier de travail y reste jusqu’à la fin de sa partie.
faults =
    Pour disqualifier les bots qui échouent : les fautes après lesquelles un bot quitte le tournoi.
tier =
    Le niveau d’isolation minimal des bots, de "A" (total) à "D" (aucun). `certamen doctor` montre
    celui qu’il y a ici ; "D" suffit pour des bots que vous avez écrits ou lus.
folder =
    Mettez ici les bots : fichiers source (mybot.py, mybot.c, MyBot.java, ...) ou dossiers avec
    un bot.toml. Un bot pour commencer :
    {"    "}certamen new-bot { $game } python { $bots }/mybot
    Ôtez ensuite le `#` devant "bots/*" dans contest.toml, et vérifiez tous les participants :
    {"    "}certamen check { $folder }
folder_without_starter =
    Mettez ici les bots : fichiers source (mybot.py, mybot.c, MyBot.java, ...) ou dossiers avec
    un bot.toml. Ôtez ensuite le `#` devant "bots/*" dans contest.toml, et vérifiez tous les
    participants :
    {"    "}certamen check { $folder }
hold_it = pour le lancer
no_model = --from { $given } : aucun dossier de tournoi ni tournoi de ce nom ; tournois disponibles : { $known }
contest_of_another_game = --from { $given } : c’est un tournoi de { $game }, non de { $asked }
entries =
    Pour un tournoi qui reçoit des bots sur un site (`certamen serve`) : ôtez le `#` de la section et de
    ses clés. Ôtez alors aussi `seed`, pour qu’elle soit tirée à la clôture.
closes = Jusqu’à quand on peut envoyer un bot, avec son fuseau horaire ; ou "never".
per_author = Combien de bots un auteur peut avoir.
max_source = La taille maximale d’un bot, tous ses fichiers compris.
approval = Si un organisateur approuve chaque bot avant qu’il joue.
site = Comment le site montre le tournoi.
prize = Le prix, sur une ligne.
play_against = Permet de jouer dans le navigateur contre tous les bots du tournoi.
