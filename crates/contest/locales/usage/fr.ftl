tokens_in = jetons lus
tokens_out = jetons écrits
cost = coût
voids = annulées
summary = n’est pas exécuté par l’hôte, interrogé par HTTP ; d’après ses déclarations : { $input } jetons lus, { $output } écrits, coût { $cost } ; parties annulées : { $voids }
