tokens_in = token in ingresso
tokens_out = token in uscita
cost = costo
voids = annullate
summary = non eseguito dall’host, interrogato via HTTP; secondo quanto dichiara: { $input } token in ingresso, { $output } in uscita, costo { $cost }; partite annullate: { $voids }
