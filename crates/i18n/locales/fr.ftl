# What the operating system says, by its number; what is not here is said in its own words.
system_error =
    { $code ->
        [2] fichier ou dossier inexistant (erreur 2 du système)
        [13] permission refusée (erreur 13 du système)
        [1] opération non permise (erreur 1 du système)
        [21] est un dossier (erreur 21 du système)
        [20] n’est pas un dossier (erreur 20 du système)
        [39] le dossier n’est pas vide (erreur 39 du système)
        [17] le fichier existe déjà (erreur 17 du système)
        [30] système de fichiers en lecture seule (erreur 30 du système)
        [28] plus de place sur le périphérique (erreur 28 du système)
        [16] périphérique ou ressource occupé (erreur 16 du système)
        [11] ressource indisponible pour l’instant (erreur 11 du système)
        [12] impossible d’allouer de la mémoire (erreur 12 du système)
        [22] argument non valable (erreur 22 du système)
        [38] fonction non réalisée (erreur 38 du système)
        [27] fichier trop grand (erreur 27 du système)
        [36] nom de fichier trop long (erreur 36 du système)
        [24] trop de fichiers ouverts (erreur 24 du système)
        [40] trop de liens symboliques à la suite (erreur 40 du système)
        [26] fichier exécutable occupé (erreur 26 du système)
        [8] format d’exécutable erroné (erreur 8 du système)
        [32] tube rompu (erreur 32 du système)
        [111] connexion refusée (erreur 111 du système)
        [98] adresse déjà utilisée (erreur 98 du système)
        [99] impossible d’utiliser l’adresse demandée (erreur 99 du système)
        [4] appel système interrompu (erreur 4 du système)
        [5] erreur d’entrée ou de sortie (erreur 5 du système)
        [7] liste d’arguments trop longue (erreur 7 du système)
        [95] opération indisponible (erreur 95 du système)
        [6] périphérique ou adresse inexistant (erreur 6 du système)
        [122] quota de disque dépassé (erreur 122 du système)
       *[other] { $words }
    }
unknown_language = langue inconnue `{ $code }` : mettez en, es, fr ou it
at = { $place } : { $why }
