misnamed = { $path }: non mostrato: la cartella di un concorso si chiama con 1-40 caratteri fra a-z, 0-9 e -; la rinomini
listening = servito su { $address }
open_address = avviso: { $address } è raggiungibile da altre macchine e parla HTTP in chiaro; vi metta davanti un proxy con TLS
finished = { $slug }: concluso
elsewhere = { $slug }: un altro processo lo gioca; viene mostrato
failed = { $slug }: { $why }; di nuovo fra { $seconds } s
archived = { $folder }: { $files } file; apra index.html
