file = { $path }: { $error }
no_report = { $path }: no es un informe: { $error }: devuélvalo como estaba
no_table = { $path }: no es una tabla publicada: { $error }: devuélvala como estaba, o bórrela
