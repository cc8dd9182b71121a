better = le nouveau est meilleur
not_better = le nouveau n’est pas meilleur
undecided = indécis : il faut plus de parties (--games)
nothing_new = indécis : chaque partie en répète une autre ; utilisez d’autres bots avec --against, ou d’autres options
repeated_blocks = blocs qui ne pouvaient qu’en répéter un autre, non comptés
results_of = Résultats de
faults_of = fautes de { $bot }
stopped_early = l’Elo vient d’un test arrêté dès sa réponse : en moyenne il est trop loin de zéro
