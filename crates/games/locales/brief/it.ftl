intro = Lei gioca a { $slug } in un torneo. Riceve una richiesta a ogni suo turno e risponde con una mossa. Giochi per vincere. Risponda con la sola mossa, nella notazione qui sotto.
example = Esempio di una richiesta
example_answer = Una risposta:
protocol = Protocollo
starter = Punto di partenza
list_intro = Giochi di programmazione. I giocatori sono programmi, o modelli linguistici interrogati via HTTP. Ogni sommario ha le regole di un gioco, la notazione, il protocollo e un punto di partenza.
games = Sommari
