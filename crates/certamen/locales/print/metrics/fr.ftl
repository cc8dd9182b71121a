turn = tour
metric = mesure
value = valeur
form = siège { $seat } : { $line } : ignoré ; écrivez [TDATA] NOM = NOMBRE, ou [TDATA][TOUR] NOM = NOMBRE
no_turn = siège { $seat } : { $line } : ignoré ; la partie a les tours 1 à { $last }
uncounted = siège { $seat } : { $line } : ignoré, seuls les derniers 8 Kio sont gardés ; écrivez [TDATA][TOUR] NOM = NOMBRE
