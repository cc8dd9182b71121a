form = cible non valable « { $text } » : HOST:PORT#KEY attendu
own_key = cette clé est la vôtre : utilisez une autre --key pour jouer contre vous-même
