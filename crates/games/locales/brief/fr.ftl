intro = Vous jouez à { $slug } dans un tournoi. Vous recevez une requête à chacun de vos tours et répondez par un coup. Jouez pour gagner. Répondez par le coup seul, dans la notation ci-dessous.
example = Exemple d’une requête
example_answer = Une réponse :
protocol = Protocole
starter = Point de départ
list_intro = Jeux de programmation. Les joueurs sont des programmes, ou des modèles de langage interrogés par HTTP. Chaque résumé a les règles d’un jeu, sa notation, le protocole et un point de départ.
games = Résumés
