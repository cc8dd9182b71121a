# What the operating system says, by its number; what is not here is said in its own words.
system_error =
    { $code ->
        [2] file o cartella inesistente (errore 2 di sistema)
        [13] permesso negato (errore 13 di sistema)
        [1] operazione non permessa (errore 1 di sistema)
        [21] è una cartella (errore 21 di sistema)
        [20] non è una cartella (errore 20 di sistema)
        [39] la cartella non è vuota (errore 39 di sistema)
        [17] il file esiste già (errore 17 di sistema)
        [30] file system in sola lettura (errore 30 di sistema)
        [28] spazio esaurito sul dispositivo (errore 28 di sistema)
        [16] dispositivo o risorsa occupati (errore 16 di sistema)
        [11] risorsa al momento non disponibile (errore 11 di sistema)
        [12] impossibile allocare memoria (errore 12 di sistema)
        [22] argomento non valido (errore 22 di sistema)
        [38] funzione non realizzata (errore 38 di sistema)
        [27] file troppo grande (errore 27 di sistema)
        [36] nome di file troppo lungo (errore 36 di sistema)
        [24] troppi file aperti (errore 24 di sistema)
        [40] troppi link simbolici di seguito (errore 40 di sistema)
        [26] file eseguibile occupato (errore 26 di sistema)
        [8] formato di eseguibile errato (errore 8 di sistema)
        [32] pipe interrotta (errore 32 di sistema)
        [111] connessione rifiutata (errore 111 di sistema)
        [98] indirizzo già in uso (errore 98 di sistema)
        [99] impossibile usare l’indirizzo richiesto (errore 99 di sistema)
        [4] chiamata di sistema interrotta (errore 4 di sistema)
        [5] errore di input o output (errore 5 di sistema)
        [7] elenco di argomenti troppo lungo (errore 7 di sistema)
        [95] operazione non disponibile (errore 95 di sistema)
        [6] dispositivo o indirizzo inesistente (errore 6 di sistema)
        [122] quota di disco superata (errore 122 di sistema)
       *[other] { $words }
    }
unknown_language = lingua sconosciuta `{ $code }`: usi en, es, fr o it
at = { $place }: { $why }
