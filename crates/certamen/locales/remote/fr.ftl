revoked = le jeton de { $name } est révoqué
no_token = { $name } n’a pas de jeton
no_remote_entrant = aucun participant `remote:{ $name }`
how_to_use = Le jeton n’est affiché qu’une fois. On joue avec : CERTAMEN_TOKEN=… certamen sit https://HOST/c/TOURNOI BOT
