intro =
    { $game } entre joueurs de la maison, jusqu'à ce que vos programmes arrivent. Il se dispute,
    aussi souvent que vous voulez, par
    {"    "}certamen run { $folder }
    Ce qu'il écrit se trouve dans .certamen/, à côté de ce fichier ; supprimez-le pour repartir de zéro.
    Toutes les clés sont dans docs/contest-file.md.
name = Le titre, tel qu'il paraît au-dessus du classement.
game = Le jeu ; `certamen games` les énumère.
seed = À graine égale, tournoi égal : tout le hasard des parties vient d'elle.
bots =
    Qui participe : joueurs de la maison ("builtin:..."), fichiers source, dossiers avec un bot.toml.
    Les chemins partent de ce fichier, et un `*` vaut n'importe quel nom.
programs = Ôtez le `#` dès qu'un programme est dans bots/ ; bots/README.txt dit ce qu'il peut être.
options = Les options du jeu avec leur valeur habituelle : ôtez un `#` pour en changer une.
unset = Sans valeur habituelle : { $keys }
round_robin =
    Chacun rencontre chacun deux fois, une de chaque place. On peut en demander plus par la suite :
    ce qui est joué reste.
one_table =
    Tous à une table, encore et encore, chacun avançant d'une place. On peut en demander plus par la
    suite : ce qui est joué reste.
points = 1 par partie gagnée, 1/2 par partie nulle.
total_score = La somme des points de toutes les parties.
move_time = Pour chaque coup.
memory = De chaque programme.
forgetful =
    Selon l'annonce, les programmes ne se souviennent de rien : ils n'écrivent aucun fichier. "match"
    garderait ce qu'ils écrivent jusqu'à la fin de la partie.
remembering = Ce qu'un programme écrit dans son dossier de travail y reste jusqu'à la fin de sa partie.
faults =
    Quand quelqu'un échoue à n'en plus finir : les fautes après lesquelles un programme quitte le tournoi.
tier =
    La moindre protection contre les programmes, de "A" (toute) à "D" (aucune). `certamen doctor` dit
    celle qu'il y a ici ; "D" suffit pour des programmes que vous avez écrits ou lus.
folder =
    Ici viennent les programmes : fichiers source (mybot.py, mybot.c, MyBot.java, ...) ou dossiers avec
    un bot.toml. Un programme pour commencer :
    {"    "}certamen new-bot { $game } python { $bots }/mybot
    Ôtez ensuite le `#` devant "bots/*" dans contest.toml, et voyez ce qu'on trouve chez chacun :
    {"    "}certamen check { $folder }
hold_it = pour le disputer
no_model = --from { $given } : il n'y a pas de concours dans un dossier de ce nom, et aucun ne s'appelle ainsi : { $known }
contest_of_another_game = --from { $given } : c'est un concours de { $game }, non de { $asked }
