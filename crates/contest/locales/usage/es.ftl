tokens_in = tokens de entrada
tokens_out = tokens de salida
cost = coste
voids = anuladas
summary = no lo ejecuta el servidor del torneo, que le pregunta por HTTP; según declara: { $input } tokens de entrada, { $output } de salida, coste { $cost }; partidas anuladas: { $voids }
