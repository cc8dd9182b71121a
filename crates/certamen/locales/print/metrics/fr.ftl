turn = tour
metric = mesure
value = valeur
form = place { $seat } : { $line } : laissé de côté : écrivez [TDATA] NOM = NOMBRE, ou [TDATA][TOUR] NOM = NOMBRE
no_turn = place { $seat } : { $line } : laissé de côté : la partie a les tours 1 à { $last }
uncounted = place { $seat } : { $line } : laissé de côté : seuls les derniers 8 Kio sont gardés ; écrivez [TDATA][TOUR] NOM = NOMBRE
