better = le nouveau est meilleur
not_better = le nouveau n'est pas meilleur
undecided = indécis : il faut plus de parties (--games)
nothing_new = indécis : chaque partie en répète une autre ; d'autres ne diraient rien (--against d'autres bots, ou d'autres options)
repeated_blocks = blocs qui en répètent un autre, non comptés
results_of = Résultats de
