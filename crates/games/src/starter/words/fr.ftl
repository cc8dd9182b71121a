trial =
    Pour l'essayer :
    {"    "}certamen check { $folder } --game { $game }
    {"    "}certamen play { $game } { $folder } builtin:random
    La sortie standard est pour l'arbitre seul ; vos notes vont sur la sortie d'erreur.
flush = Envoyé aussitôt : ce qui attend dans un tampon n'est pas entendu, et le temps passe.
farewell = `fin` dit que la partie est finie, de quelque manière que ce soit.
options = Les options de la partie, en JSON ; ce que l'hôte a omis a sa valeur habituelle.
forgetful = Selon l'annonce, les programmes ne se souviennent de rien : aucun fichier ne peut être écrit.
