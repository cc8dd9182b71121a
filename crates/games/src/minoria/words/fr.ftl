no_choice = `{ $reply }` n’est pas un choix : répondez A, B ou C
round = tour { $round }/{ $rounds }
chosen = choisi : { $choices } (A { $a }, B { $b }, C { $c })
scored = { $option } marque
no_scorer = personne ne marque
points = points : { $points }
detail_rounds = tours
option_rounds = tours d’une partie
note_protocol =
    Un bot pour Minoría.

    Le programme vit aussi longtemps que la partie. À chaque tour il lit une ligne de cinq mots : le
    tour, les tours en tout, son siège à partir de 0, les points de tous séparés par des virgules, et ce
    que tous ont choisi au dernier tour, comme ABB, ou `-` au premier. Il répond A, B ou C. Des options
    choisies, la moins choisie donne un point à chacun qui l’a choisie ; à égalité, à personne.
    Toute autre chose, ou pas de réponse à temps, finit la partie, et le bot est classé après les autres.
note_idea = Votre idée vient ici. Celle-ci prend ce que le moins ont choisi au dernier tour.
note_question = Tout ce qu’il faut savoir : un programme peut oublier ce qui précède.
