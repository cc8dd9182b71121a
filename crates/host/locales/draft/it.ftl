intro =
    { $game } tra giocatori della casa, finché non arrivano i Suoi programmi. Si disputa, quante
    volte si vuole, con
    {"    "}certamen run { $folder }
    Ciò che scrive sta in .certamen/, accanto a questo file; lo cancelli per ricominciare.
    Tutte le chiavi sono in docs/contest-file.md.
name = Il titolo, come appare sopra la classifica.
game = Il gioco; `certamen games` li elenca.
seed = A seme uguale, torneo uguale: tutta la sorte delle partite viene da qui.
bots =
    Chi partecipa: giocatori della casa ("builtin:..."), file sorgente, cartelle con un bot.toml. I
    percorsi partono da questo file, e un `*` sta per qualsiasi nome.
programs = Tolga il `#` quando un programma è in bots/; bots/README.txt dice che cosa può essere.
options = Le opzioni del gioco con il loro valore abituale: tolga un `#` per cambiarne una.
unset = Senza valore abituale: { $keys }
round_robin =
    Ognuno incontra ogni altro due volte, una da ciascun posto. Più tardi se ne possono chiedere di
    più: ciò che è giocato resta.
one_table =
    Tutti a un tavolo, più e più volte, ognuno avanzando di un posto. Più tardi se ne possono
    chiedere di più: ciò che è giocato resta.
points = 1 per ogni partita vinta, 1/2 per ogni patta.
total_score = La somma dei punti di tutte le partite.
move_time = Per ogni mossa.
memory = Di ogni programma.
forgetful =
    Secondo il bando i programmi non ricordano nulla: non possono scrivere file. "match" terrebbe ciò
    che scrivono fino alla fine della partita.
remembering = Ciò che un programma scrive nella sua cartella di lavoro resta fino alla fine della partita.
faults =
    Quando qualcuno sbaglia fino a stancare: gli errori dopo i quali un programma lascia il torneo.
tier =
    La protezione minima dai programmi, da "A" (tutta) a "D" (nessuna). `certamen doctor` dice quale
    c'è qui; "D" basta per programmi scritti o letti da Lei.
folder =
    Qui vanno i programmi: file sorgente (mybot.py, mybot.c, MyBot.java, ...) o cartelle con un bot.toml.
    Un programma per cominciare:
    {"    "}certamen new-bot { $game } python { $bots }/mybot
    Poi tolga il `#` davanti a "bots/*" in contest.toml e guardi che cosa si trova in ognuno:
    {"    "}certamen check { $folder }
hold_it = per disputarlo
no_model = --from { $given }: non c'è nessuna gara in una cartella di questo nome, e nessuna si chiama così: { $known }
contest_of_another_game = --from { $given }: è una gara di { $game }, non di { $asked }
