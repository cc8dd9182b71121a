trial =
    Pour l’essayer :
    {"    "}certamen check { $folder } --game { $game }
    {"    "}certamen play { $game } { $folder } builtin:random
    La sortie standard est pour l’arbitre seul ; vos notes vont sur la sortie d’erreur.
flush = Videz le tampon aussitôt : ce qui y reste n’arrive pas, et le temps passe.
farewell = `fin` signifie que la partie est finie, de quelque manière que ce soit.
options = Les options de la partie, en JSON ; celles qui sont omises ont leur valeur par défaut.
forgetful = Selon l’annonce, les programmes ne se souviennent de rien : aucun fichier ne peut être écrit.
