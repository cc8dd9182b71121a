intro = Giocate a { $slug } in un torneo. Ricevete una richiesta a ogni vostro turno e rispondete con una mossa. Giocate per vincere. Rispondete con la sola mossa, nella notazione qui sotto.
example = Esempio di una richiesta
example_answer = Una risposta:
protocol = Protocollo
starter = Punto di partenza
list_intro = Giochi di programmazione. I giocatori sono programmi, o modelli linguistici interrogati via HTTP. Ogni sommario ha le regole di un gioco, la notazione, il protocollo e un punto di partenza.
games = Sommari
