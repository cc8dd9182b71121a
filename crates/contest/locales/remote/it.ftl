remote_not_allowed = i giocatori su altre macchine richiedono `allow_remote = true`
remote_move_time = con giocatori su altre macchine, usi una durata di almeno 100 ms
remote_memory = con giocatori su altre macchine, usi `match` o `none`
attempts = { $given } non è possibile; usi da { $low } a { $high }
player_move_time = `{ $given }` è troppo; usi al massimo { $minutes } min
secret_env = `{ $name }` non è il nome di una variabile d’ambiente; usi da A a Z, da a a z, cifre e `_`
unknown_player = non c’è `[players.{ $name }]`; lo aggiunga, con il suo `url`
url_of_this_machine = un URL `http://` di questa macchina richiede `remote.private_addresses = true`
remote_program = i giocatori su altre macchine giocano solo a giochi integrati: le regole di questo sono un programma, che `certamen sit` non ha
