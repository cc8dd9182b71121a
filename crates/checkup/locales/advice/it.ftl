does_not_compile = Il programma non si compila: il compilatore lo rifiuta.
does_not_compile_how = Legga qui sotto la prima protesta del compilatore, e compili in una cartella vuota con i soli file consegnati.
missing_interpreter = Il compilatore o l'interprete che il programma chiede non è installato.
missing_interpreter_how = Ne indichi uno installato, in bot.toml o nella prima riga (#!), con il suo percorso su questa macchina.
unknown_language = Non si sa in quale linguaggio è scritto il programma.
unknown_language_how = Dia al file l'estensione abituale del suo linguaggio, o lo metta in una cartella con un bot.toml che dica `language`.
not_executable = Il file non si può eseguire: gli manca il permesso di esecuzione.
not_executable_how = Lo imposti con `chmod +x FILE`, e consegni il file in modo che il permesso resti (tar lo conserva).
missing_shebang = Il file è un testo senza una prima riga che dica che cosa lo esegue, e il sistema non può avviarlo.
missing_shebang_how = Cominci il file con una riga come `#!/usr/bin/python3`, o indichi `language` in bot.toml.
windows_shebang = La prima riga (#!) finisce come in Windows, con un ritorno a capo, che diventa parte del nome dell'interprete.
windows_shebang_how = Salvi il file con le fini riga di Unix: `sed -i 's/\r$//' FILE`, o l'opzione LF del suo editor.
byte_order_mark = C'è un segno invisibile (byte order mark, EF BB BF) all'inizio, dove dovrebbe stare la prima lettera.
byte_order_mark_how = Salvi il sorgente come UTF-8 senza BOM, e scriva l'output come testo semplice (in C# e PowerShell: una codifica senza BOM).
python_two = Il programma è scritto in Python 2, che qui non esiste più; i programmi girano con Python 3.
python_two_how = Scriva print(x) invece di print x, input() invece di raw_input(), range invece di xrange, e // dove si dividono interi.
cannot_start = Il programma c'è, ma il sistema non può avviarlo.
cannot_start_how = Un programma compilato deve esserlo per questa macchina (Linux, x86-64); uno script ha bisogno di una prima riga (#!) con un interprete che esista.

missing_flush = La risposta resta nel buffer del programma: esce solo quando il programma finisce, ed è troppo tardi.
missing_flush_how = Svuoti il buffer dopo ogni riga. Python: print(x, flush=True). C: fflush(stdout). C++: std::endl. Java: System.out.flush(). Ruby: $stdout.sync = true. Perl: $| = 1. Lua: io.stdout:setvbuf('no'). PHP: fflush(STDOUT). R: flush(stdout()). Haskell: hSetBuffering stdout LineBuffering. D: stdout.flush(). Go: Flush() di un bufio.Writer.
reads_all_input = Il programma legge l'input fino alla fine prima di rispondere, ma l'input dura quanto la partita.
reads_all_input_how = Legga una riga alla volta e risponda. Python: input(), non sys.stdin.read(). C: fgets, non un ciclo fino a EOF. JavaScript: l'evento 'line' di readline, non readFileSync(0).
missing_line_end = La risposta arriva senza fine riga, e nessuno può sapere che è completa.
missing_line_end_how = Stampi \n dopo la risposta: puts invece di fputs, println invece di print, printf("%d\n", x).
on_standard_error = La risposta è scritta sullo standard error, dove nessuno ascolta.
on_standard_error_how = La scriva sullo standard output: print(x) senza file=sys.stderr, stdout invece di stderr, std::cout invece di std::cerr, console.log invece di console.error.
empty_output = Il programma finisce, o stampa una riga vuota, senza aver detto niente.
empty_output_how = Veda che ogni via nel programma stampi una risposta, anche dove non c'è una mossa buona; la domanda ricevuta è qui sotto.
answers_unasked = Il programma parla prima di essere interrogato, o va avanti senza leggere ciò che gli si dice; le sue risposte vanno allora ad altre domande.
answers_unasked_how = Prima legga, poi risponda, una volta per ogni riga letta; la pagina del protocollo del gioco mostra chi parla per primo.
waits_to_be_told = In questo gioco i programmi parlano per primi, e questo aspetta che gli si dica qualcosa prima della sua prima risposta.
waits_to_be_told_how = Stampi la prima risposta prima di leggere alcunché: stampare, leggere, stampare di nuovo.
wrong_protocol = Il programma è interrogato in un modo e ne aspetta un altro: come argomento, sullo standard input, o riga per riga.
wrong_protocol_how = Indichi `protocol = "…"` in bot.toml se la gara lo permette (qui sotto quello che funziona), o legga la domanda dove la mette il protocollo del gioco.
exits_after_first_answer = Il programma finisce dopo la prima risposta, ma la partita continua.
exits_after_first_answer_how = Metta la lettura e la risposta in un ciclo che finisca al congedo `fin` o alla fine dell'input, non prima.
exits_early = Il programma finisce, o chiude il suo output, a metà partita.
exits_early_how = Veda perché è uscito dal ciclo; deve andare avanti finché legge il congedo `fin` o la fine dell'input, e tenere aperto lo standard output.
infinite_loop = Il programma calcola e calcola e non risponde mai: probabilmente è preso in un ciclo.
infinite_loop_how = Guardi i cicli che girano sulla domanda qui sotto; un ciclo che aspetta l'input deve finire anche alla fine dell'input.
too_slow = Il programma sta ancora calcolando quando il tempo è finito, benché abbia risposto in tempo ad altre domande.
too_slow_how = Faccia in modo che guardi l'orologio e risponda con il meglio che ha, ben prima del limite; la macchina della gara può essere più lenta della sua.
waits_forever = Il programma non fa niente e non risponde: aspetta qualcosa che non arriva.
waits_forever_how = Confronti ciò che legge con la domanda qui sotto: numero di righe, ordine, e da dove arrivano; e veda che non dorma né aspetti un tasto.

extra_text = C'è del testo attorno alla risposta, come un invito o una spiegazione; si può stampare solo la risposta.
extra_text_how = Stampi la risposta nuda: input() senza testo fra parentesi, senza "Mossa:" davanti; le parole per sé vanno sullo standard error.
debug_output = Oltre alla risposta si stampano altre righe, e la prima viene presa per la risposta.
debug_output_how = Mandi ciò che è per sé sullo standard error, che viene conservato: print(x, file=sys.stderr), fprintf(stderr, …), System.err, console.error.
two_lines = La risposta occupa più di una riga.
two_lines_how = Stampi su una sola riga tutto ciò che appartiene a una risposta, e ogni risposta una volta sola.
index_base = Il programma sembra contare da un altro numero rispetto al gioco: la risposta andrebbe bene con uno in più o uno in meno.
index_base_how = Veda nella pagina del gioco se si conta da 0 o da 1; gli array di quasi tutti i linguaggi cominciano da 0, le caselle di quasi tutti i giochi da 1.
trailing_blanks = Ci sono spazi o righe vuote attorno alla risposta, che questo gioco non accetta.
trailing_blanks_how = Stampi la risposta e una fine riga, niente prima e niente in mezzo: prima la rifili (trim, strip).
windows_line_ends = Le righe finiscono come in Windows, con \r\n invece di \n.
windows_line_ends_how = Stampi solo \n; dove l'input si legge con la fine riga, tolga sia \r sia \n.
wrong_case = La risposta è giusta, salvo maiuscole e minuscole.
wrong_case_how = Scriva le lettere esattamente come la pagina del gioco.
decimals = Un numero è stampato con la virgola, un esponente o un segno dove va un semplice numero intero.
decimals_how = Lo renda intero prima di stamparlo: int(x) e // in Python, %d in C, Math.floor in JavaScript, as.integer in R, // o %d in Lua.
decorated = La risposta sta fra parentesi o virgolette, come i linguaggi stampano liste e testi per programmatori.
decorated_how = Stampi la cosa stessa, non la lista né la sua rappresentazione: print(x[0]) o print(*x) in Python, puts invece di p in Ruby, cat invece di print in R, join per più numeri.
wrong_separator = Le parti della risposta sono separate da qualcosa di diverso da ciò che il gioco chiede.
wrong_separator_how = Le separi come mostra la pagina del gioco: con uno spazio, o con niente; non con virgole o tabulazioni.
not_text = La risposta contiene byte che non sono testo, come zeri, numeri grezzi o un'altra codifica che UTF-8.
not_text_how = Scriva cifre e lettere, non la memoria che le contiene: printf("%d\n", x) e non fwrite o putchar(x); e niente UTF-16.
illegal_move = La risposta è scritta bene, ma le regole non la permettono in questa posizione.
illegal_move_how = Veda qui sotto che cosa ne dicono le regole, e rifaccia questa domanda al programma con --from.
not_an_answer = Ciò che viene stampato non si può leggere come risposta.
not_an_answer_how = Lo confronti byte per byte con gli esempi della pagina del gioco; ciò che ne dicono le regole è qui sotto.

exception = Il programma è finito per un suo errore, che ha comunicato sullo standard error.
exception_how = L'errore e la sua riga sono indicati qui sotto; rifaccia la stessa domanda al programma con --from per rivederlo.
crash = Il programma è crollato: il sistema l'ha terminato con un segnale.
crash_how = SIGSEGV è un accesso fuori da un array o con un puntatore errato, SIGFPE una divisione per zero, SIGABRT un'asserzione fallita; compili con -g -fsanitize=address e lo esegua con la domanda qui sotto.
memory_limit = Il programma vuole più memoria di quella permessa.
memory_limit_how = Conservi meno: limiti cache e tabelle, liberi ciò che non serve; le macchine virtuali accettano un limite proprio (java -Xmx).
output_limit = Il programma stampa molto più di una risposta, forse senza fine.
output_limit_how = Cerchi una stampa dentro un ciclo che non finisce, e mandi ciò che è per sé sullo standard error.
forbidden_call = Il programma ha chiesto al sistema una cosa qui vietata, e per questo è stato terminato.
forbidden_call_how = Un bot ha bisogno di input, output e calcolo; lasci stare chiamate a 32 bit, tracciamento, moduli del kernel e simili.
missing_file = Il programma vuole un file che non c'è, o che non può toccare.
missing_file_how = Consegni il file con il bot e lo apra accanto al programma stesso, non con un percorso della sua macchina: in Python os.path.join(os.path.dirname(__file__), NOME). Si può scrivere solo nella cartella di lavoro.
no_network = Il programma vuole usare la rete, che nel recinto isolato non esiste.
no_network_how = Consegni con il bot tutto ciò che gli serve; durante una partita non si può prendere niente.
missing_module = Il programma chiede un modulo o una libreria che qui non è installato.
missing_module_how = Usi la libreria standard del linguaggio, o metta il modulo nella cartella del bot.
not_deterministic = Il bot dice di essere deterministico, ma ha dato due risposte alla stessa domanda.
not_deterministic_how = Tolga il caso, gli orologi e gli indirizzi di oggetti; o metta deterministic = false in bot.toml e sorteggi da CERTAMEN_SEED.
draws_own_lots = Il bot ha dato due risposte alla stessa domanda con la stessa CERTAMEN_SEED, e le sue partite non si possono ripetere.
draws_own_lots_how = È permesso dove la gara non chiede determinismo; per ritrovare gli errori, inizializzi il generatore con la variabile d'ambiente CERTAMEN_SEED.
near_time_limit = La risposta più lenta ha preso più di metà del tempo per mossa.
near_time_limit_how = Lasci più margine: la macchina di una gara può essere più lenta o più occupata di questa.
near_memory_limit = Il programma ha avuto una volta più di tre quarti della memoria permessa.
near_memory_limit_how = Partite più lunghe possono chiederne di più: limiti ciò che il programma conserva.
error_at_end = Il programma gioca bene, ma segnala un errore quando la partita è finita.
error_at_end_how = Non costa niente, ma nasconde errori veri: faccia finire il programma in pace quando legge `fin` o la fine dell'input.

line_end_first = La fine riga arriva prima della risposta e non dopo, così una riga vuota viene letta come risposta.
line_end_first_how = Stampi prima la risposta e poi la fine riga. Lisp: (format t "~d~%" x) e (finish-output), non (print x).
