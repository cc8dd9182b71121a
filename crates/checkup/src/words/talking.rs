//! Advice for programs that run and give no answer, or not when they should.

use super::{Text, Words};

pub(crate) const MISSING_FLUSH: Text = Text {
    what: Words {
        en: "The answer stays in the program's own buffer: it comes out only when the program ends, which is too late.",
        es: "La respuesta se queda en el búfer del programa: sale solo cuando el programa termina, y es demasiado tarde.",
        fr: "La réponse reste dans le tampon du programme : elle ne sort que quand il se termine, ce qui est trop tard.",
        it: "La risposta resta nel buffer del programma: esce solo quando il programma finisce, ed è troppo tardi.",
    },
    how: Words {
        en: "Flush after each line. Python: print(x, flush=True). C: fflush(stdout). C++: std::endl. Java: System.out.flush(). Ruby: $stdout.sync = true. Perl: $| = 1. Lua: io.stdout:setvbuf('no'). PHP: fflush(STDOUT). R: flush(stdout()). Haskell: hSetBuffering stdout LineBuffering. D: stdout.flush(). Go: Flush() of a bufio.Writer.",
        es: "Vacíe el búfer tras cada línea. Python: print(x, flush=True). C: fflush(stdout). C++: std::endl. Java: System.out.flush(). Ruby: $stdout.sync = true. Perl: $| = 1. Lua: io.stdout:setvbuf('no'). PHP: fflush(STDOUT). R: flush(stdout()). Haskell: hSetBuffering stdout LineBuffering. D: stdout.flush(). Go: Flush() de un bufio.Writer.",
        fr: "Videz le tampon après chaque ligne. Python : print(x, flush=True). C : fflush(stdout). C++ : std::endl. Java : System.out.flush(). Ruby : $stdout.sync = true. Perl : $| = 1. Lua : io.stdout:setvbuf('no'). PHP : fflush(STDOUT). R : flush(stdout()). Haskell : hSetBuffering stdout LineBuffering. D : stdout.flush(). Go : Flush() d'un bufio.Writer.",
        it: "Svuoti il buffer dopo ogni riga. Python: print(x, flush=True). C: fflush(stdout). C++: std::endl. Java: System.out.flush(). Ruby: $stdout.sync = true. Perl: $| = 1. Lua: io.stdout:setvbuf('no'). PHP: fflush(STDOUT). R: flush(stdout()). Haskell: hSetBuffering stdout LineBuffering. D: stdout.flush(). Go: Flush() di un bufio.Writer.",
    },
};
pub(crate) const READS_ALL_INPUT: Text = Text {
    what: Words {
        en: "The program reads its input to the end before it answers, but the input goes on as long as the match.",
        es: "El programa lee la entrada hasta el final antes de responder, pero la entrada dura lo que dura la partida.",
        fr: "Le programme lit son entrée jusqu'à la fin avant de répondre, mais l'entrée dure autant que la partie.",
        it: "Il programma legge l'input fino alla fine prima di rispondere, ma l'input dura quanto la partita.",
    },
    how: Words {
        en: "Read one line at a time and answer it. Python: input(), not sys.stdin.read(). C: fgets, not a loop until EOF. JavaScript: the event 'line' of readline, not readFileSync(0).",
        es: "Lea una línea cada vez y respóndala. Python: input(), no sys.stdin.read(). C: fgets, no un bucle hasta EOF. JavaScript: el evento 'line' de readline, no readFileSync(0).",
        fr: "Lisez une ligne à la fois et répondez-y. Python : input(), pas sys.stdin.read(). C : fgets, pas une boucle jusqu'à EOF. JavaScript : l'événement 'line' de readline, pas readFileSync(0).",
        it: "Legga una riga alla volta e risponda. Python: input(), non sys.stdin.read(). C: fgets, non un ciclo fino a EOF. JavaScript: l'evento 'line' di readline, non readFileSync(0).",
    },
};
pub(crate) const MISSING_LINE_END: Text = Text {
    what: Words {
        en: "The answer comes without an end of line, so nobody can know that it is complete.",
        es: "La respuesta llega sin fin de línea, y nadie puede saber que está completa.",
        fr: "La réponse arrive sans fin de ligne, et personne ne peut savoir qu'elle est complète.",
        it: "La risposta arriva senza fine riga, e nessuno può sapere che è completa.",
    },
    how: Words {
        en: "Print \\n behind the answer: puts instead of fputs, println instead of print, printf(\"%d\\n\", x).",
        es: "Imprima \\n tras la respuesta: puts en vez de fputs, println en vez de print, printf(\"%d\\n\", x).",
        fr: "Imprimez \\n après la réponse : puts au lieu de fputs, println au lieu de print, printf(\"%d\\n\", x).",
        it: "Stampi \\n dopo la risposta: puts invece di fputs, println invece di print, printf(\"%d\\n\", x).",
    },
};
pub(crate) const ON_STANDARD_ERROR: Text = Text {
    what: Words {
        en: "The answer is written to standard error, where nobody listens.",
        es: "La respuesta se escribe en la salida de error, donde nadie escucha.",
        fr: "La réponse est écrite sur la sortie d'erreur, où personne n'écoute.",
        it: "La risposta è scritta sullo standard error, dove nessuno ascolta.",
    },
    how: Words {
        en: "Write it to standard output: print(x) without file=sys.stderr, stdout instead of stderr, std::cout instead of std::cerr, console.log instead of console.error.",
        es: "Escríbala en la salida estándar: print(x) sin file=sys.stderr, stdout en vez de stderr, std::cout en vez de std::cerr, console.log en vez de console.error.",
        fr: "Écrivez-la sur la sortie standard : print(x) sans file=sys.stderr, stdout au lieu de stderr, std::cout au lieu de std::cerr, console.log au lieu de console.error.",
        it: "La scriva sullo standard output: print(x) senza file=sys.stderr, stdout invece di stderr, std::cout invece di std::cerr, console.log invece di console.error.",
    },
};
pub(crate) const EMPTY_OUTPUT: Text = Text {
    what: Words {
        en: "The program ends, or prints an empty line, without having said anything.",
        es: "El programa termina, o imprime una línea vacía, sin haber dicho nada.",
        fr: "Le programme se termine, ou imprime une ligne vide, sans avoir rien dit.",
        it: "Il programma finisce, o stampa una riga vuota, senza aver detto niente.",
    },
    how: Words {
        en: "See that every way through the program prints an answer, also where there is no good move; the question that it was asked is below.",
        es: "Vea que todo camino por el programa imprima una respuesta, también donde no hay jugada buena; abajo está la pregunta que recibió.",
        fr: "Veillez à ce que tout chemin dans le programme imprime une réponse, même sans bon coup ; la question posée est ci-dessous.",
        it: "Veda che ogni via nel programma stampi una risposta, anche dove non c'è una mossa buona; la domanda ricevuta è qui sotto.",
    },
};
pub(crate) const ANSWERS_UNASKED: Text = Text {
    what: Words {
        en: "The program speaks before it is asked, or goes on without reading what it is told; its answers then belong to other questions.",
        es: "El programa habla antes de que le pregunten, o sigue sin leer lo que se le dice; sus respuestas quedan entonces para otras preguntas.",
        fr: "Le programme parle avant qu'on l'interroge, ou continue sans lire ce qu'on lui dit ; ses réponses vont alors à d'autres questions.",
        it: "Il programma parla prima di essere interrogato, o va avanti senza leggere ciò che gli si dice; le sue risposte vanno allora ad altre domande.",
    },
    how: Words {
        en: "Read first, then answer, once for each line that was read; the page of the game's protocol shows who speaks first.",
        es: "Lea primero y responda después, una vez por cada línea leída; la página del protocolo del juego muestra quién habla primero.",
        fr: "Lisez d'abord, répondez ensuite, une fois par ligne lue ; la page du protocole du jeu montre qui parle le premier.",
        it: "Prima legga, poi risponda, una volta per ogni riga letta; la pagina del protocollo del gioco mostra chi parla per primo.",
    },
};
pub(crate) const WAITS_TO_BE_TOLD: Text = Text {
    what: Words {
        en: "In this game programs speak first, and this one waits to be told something before its first answer.",
        es: "En este juego los programas hablan primero, y este espera que se le diga algo antes de su primera respuesta.",
        fr: "Dans ce jeu les programmes parlent les premiers, et celui-ci attend qu'on lui dise quelque chose avant sa première réponse.",
        it: "In questo gioco i programmi parlano per primi, e questo aspetta che gli si dica qualcosa prima della sua prima risposta.",
    },
    how: Words {
        en: "Print the first answer before reading anything: print, then read, then print again.",
        es: "Imprima la primera respuesta antes de leer nada: imprimir, leer, imprimir de nuevo.",
        fr: "Imprimez la première réponse avant de rien lire : imprimer, lire, imprimer à nouveau.",
        it: "Stampi la prima risposta prima di leggere alcunché: stampare, leggere, stampare di nuovo.",
    },
};
pub(crate) const WRONG_PROTOCOL: Text = Text {
    what: Words {
        en: "The program is asked in one way and expects another: as an argument, on standard input, or line by line.",
        es: "Al programa se le pregunta de una manera y espera otra: como argumento, por la entrada estándar, o línea por línea.",
        fr: "Le programme est interrogé d'une façon et en attend une autre : en argument, sur l'entrée standard, ou ligne par ligne.",
        it: "Il programma è interrogato in un modo e ne aspetta un altro: come argomento, sullo standard input, o riga per riga.",
    },
    how: Words {
        en: "Say `protocol = \"…\"` in bot.toml if the contest allows it (below is the one that works), or read the question where the game's protocol puts it.",
        es: "Indique `protocol = \"…\"` en bot.toml si la competencia lo permite (abajo, el que funciona), o lea la pregunta donde la pone el protocolo del juego.",
        fr: "Indiquez `protocol = \"…\"` dans bot.toml si le concours le permet (ci-dessous, celui qui marche), ou lisez la question là où le protocole du jeu la met.",
        it: "Indichi `protocol = \"…\"` in bot.toml se la gara lo permette (qui sotto quello che funziona), o legga la domanda dove la mette il protocollo del gioco.",
    },
};
pub(crate) const EXITS_AFTER_FIRST_ANSWER: Text = Text {
    what: Words {
        en: "The program ends after its first answer, but the match goes on.",
        es: "El programa termina tras su primera respuesta, pero la partida sigue.",
        fr: "Le programme se termine après sa première réponse, mais la partie continue.",
        it: "Il programma finisce dopo la prima risposta, ma la partita continua.",
    },
    how: Words {
        en: "Put reading and answering into a loop that ends at the farewell `fin` or at the end of input, not earlier.",
        es: "Ponga la lectura y la respuesta en un bucle que acabe con la despedida `fin` o con el final de la entrada, no antes.",
        fr: "Mettez la lecture et la réponse dans une boucle qui finit à l'adieu `fin` ou à la fin de l'entrée, pas avant.",
        it: "Metta la lettura e la risposta in un ciclo che finisca al congedo `fin` o alla fine dell'input, non prima.",
    },
};
pub(crate) const EXITS_EARLY: Text = Text {
    what: Words {
        en: "The program ends, or closes its output, in the middle of the match.",
        es: "El programa termina, o cierra su salida, en medio de la partida.",
        fr: "Le programme se termine, ou ferme sa sortie, au milieu de la partie.",
        it: "Il programma finisce, o chiude il suo output, a metà partita.",
    },
    how: Words {
        en: "See why it left its loop; it must go on until it reads the farewell `fin` or the end of input, and keep standard output open.",
        es: "Vea por qué salió de su bucle; debe seguir hasta leer la despedida `fin` o el final de la entrada, y dejar abierta la salida estándar.",
        fr: "Voyez pourquoi il a quitté sa boucle ; il doit continuer jusqu'à lire l'adieu `fin` ou la fin de l'entrée, et garder la sortie standard ouverte.",
        it: "Veda perché è uscito dal ciclo; deve andare avanti finché legge il congedo `fin` o la fine dell'input, e tenere aperto lo standard output.",
    },
};
pub(crate) const INFINITE_LOOP: Text = Text {
    what: Words {
        en: "The program computes and computes and never answers: it is probably caught in a loop.",
        es: "El programa calcula y calcula y nunca responde: probablemente está atrapado en un bucle.",
        fr: "Le programme calcule et calcule sans jamais répondre : il est sans doute pris dans une boucle.",
        it: "Il programma calcola e calcola e non risponde mai: probabilmente è preso in un ciclo.",
    },
    how: Words {
        en: "Look at the loops that run on the question below; a loop that waits for input must also end at the end of input.",
        es: "Mire los bucles que se ejecutan con la pregunta de abajo; un bucle que espera entrada debe acabar también al final de la entrada.",
        fr: "Regardez les boucles qui tournent sur la question ci-dessous ; une boucle qui attend l'entrée doit aussi finir à la fin de l'entrée.",
        it: "Guardi i cicli che girano sulla domanda qui sotto; un ciclo che aspetta l'input deve finire anche alla fine dell'input.",
    },
};
pub(crate) const TOO_SLOW: Text = Text {
    what: Words {
        en: "The program is still computing when its time is over, though it answered other questions in time.",
        es: "El programa sigue calculando cuando se acaba su tiempo, aunque respondió otras preguntas a tiempo.",
        fr: "Le programme calcule encore quand son temps est écoulé, alors qu'il a répondu à temps à d'autres questions.",
        it: "Il programma sta ancora calcolando quando il tempo è finito, benché abbia risposto in tempo ad altre domande.",
    },
    how: Words {
        en: "Let it look at the clock and answer with the best it has, well before the limit; machines of contests may be slower than yours.",
        es: "Haga que mire el reloj y responda con lo mejor que tenga, bastante antes del límite; la máquina de la competencia puede ser más lenta que la suya.",
        fr: "Faites-lui regarder l'horloge et répondre avec ce qu'il a de mieux, bien avant la limite ; la machine du concours peut être plus lente que la vôtre.",
        it: "Faccia in modo che guardi l'orologio e risponda con il meglio che ha, ben prima del limite; la macchina della gara può essere più lenta della sua.",
    },
};
pub(crate) const WAITS_FOREVER: Text = Text {
    what: Words {
        en: "The program does nothing and gives no answer: it waits for something that does not come.",
        es: "El programa no hace nada y no responde: espera algo que no llega.",
        fr: "Le programme ne fait rien et ne répond pas : il attend quelque chose qui ne vient pas.",
        it: "Il programma non fa niente e non risponde: aspetta qualcosa che non arriva.",
    },
    how: Words {
        en: "Compare what it reads with the question below: the number of lines, their order, and where they come; and see that it does not sleep or wait for a key.",
        es: "Compare lo que lee con la pregunta de abajo: número de líneas, orden y por dónde llegan; y vea que no duerma ni espere una tecla.",
        fr: "Comparez ce qu'il lit avec la question ci-dessous : nombre de lignes, ordre, et par où elles arrivent ; et voyez qu'il ne dorme pas ni n'attende une touche.",
        it: "Confronti ciò che legge con la domanda qui sotto: numero di righe, ordine, e da dove arrivano; e veda che non dorma né aspetti un tasto.",
    },
};
