form = destinazione non valida "{ $text }": atteso HOST:PORT#KEY
own_key = questa chiave è la sua: usi un’altra --key per giocare contro se stesso
