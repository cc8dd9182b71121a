intro =
    { $game } con giocatori integrati, finché non aggiunge i suoi bot. Si esegue, quante volte si
    vuole, con
    {"    "}certamen run { $folder }
    Ciò che scrive sta in .certamen/, accanto a questo file; lo cancelli per ricominciare.
    Tutte le chiavi sono in docs/contest-file.md.
name = Il titolo, come appare sopra la classifica.
game = Il gioco; `certamen games` li elenca.
seed = A seme uguale, torneo uguale: tutto il caso delle partite viene da qui.
bots =
    I partecipanti: giocatori integrati ("builtin:..."), file sorgente, cartelle con un bot.toml. I
    percorsi partono da questo file, e un `*` sta per qualsiasi nome.
programs = Tolga il `#` quando un bot è in bots/; bots/README.txt dice che cosa può essere.
options = Le opzioni del gioco con il loro valore predefinito: tolga un `#` per cambiarne una.
unset = Senza valore predefinito: { $keys }
round_robin =
    Ognuno incontra ogni altro due volte, una da ciascun posto. Più tardi si possono aggiungere
    partite: quelle già giocate si conservano.
one_table =
    Tutti a un tavolo, più volte; i posti ruotano. Più tardi si possono aggiungere partite: quelle
    già giocate si conservano.
points = 1 per ogni partita vinta, 1/2 per ogni patta.
total_score = La somma dei punti di tutte le partite.
move_time = Per ogni mossa.
memory = Per ogni bot.
forgetful =
    Secondo il bando i bot non ricordano nulla: non possono scrivere file. "match" terrebbe ciò
    che scrivono fino alla fine della partita.
remembering = Ciò che un bot scrive nella sua cartella di lavoro resta fino alla fine della partita.
faults =
    Per squalificare i bot che sbagliano: i falli dopo i quali un bot lascia il torneo.
tier =
    Il livello minimo di isolamento dei bot, da "A" (totale) a "D" (nessuno). `certamen doctor`
    mostra quale c’è qui; "D" basta per bot scritti o letti da lei.
folder =
    Qui vanno i bot: file sorgente (mybot.py, mybot.c, MyBot.java, ...) o cartelle con un bot.toml.
    Un bot per cominciare:
    {"    "}certamen new-bot { $game } python { $bots }/mybot
    Poi tolga il `#` davanti a "bots/*" in contest.toml e controlli tutti i partecipanti:
    {"    "}certamen check { $folder }
folder_without_starter =
    Qui vanno i bot: file sorgente (mybot.py, mybot.c, MyBot.java, ...) o cartelle con un bot.toml.
    Poi tolga il `#` davanti a "bots/*" in contest.toml e controlli tutti i partecipanti:
    {"    "}certamen check { $folder }
hold_it = per eseguirlo
no_model = --from { $given }: nessuna cartella di torneo né torneo con questo nome; tornei disponibili: { $known }
contest_of_another_game = --from { $given }: è un torneo di { $game }, non di { $asked }
entries =
    Per un torneo che riceve bot su un sito (`certamen serve`): tolga il `#` della sezione e delle sue
    chiavi. Tolga allora anche `seed`, perché sia sorteggiato alla chiusura.
closes = Fino a quando si può inviare un bot, con il suo fuso orario; oppure "never".
per_author = Quanti bot può avere un autore.
max_source = La dimensione massima di un bot, con tutti i suoi file.
approval = Se un organizzatore approva ogni bot prima che giochi.
site = Come il sito mostra il torneo.
prize = Il premio, su una riga.
play_against = Permette di giocare nel browser contro tutti i bot del torneo.
