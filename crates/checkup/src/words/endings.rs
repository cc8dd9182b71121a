//! Advice for programs that come to a bad end, and for those that play but could do better.

use super::{Text, Words};

pub(crate) const EXCEPTION: Text = Text {
    what: Words {
        en: "The program was ended by an error of its own, which it reported on standard error.",
        es: "El programa terminó por un error propio, que comunicó en la salida de error.",
        fr: "Le programme a été arrêté par une erreur à lui, qu'il a signalée sur la sortie d'erreur.",
        it: "Il programma è finito per un suo errore, che ha comunicato sullo standard error.",
    },
    how: Words {
        en: "The error and its line are named below; ask the program the same question with --from to see it again.",
        es: "El error y su línea se nombran abajo; haga la misma pregunta al programa con --from para verlo otra vez.",
        fr: "L'erreur et sa ligne sont nommées ci-dessous ; posez la même question au programme avec --from pour la revoir.",
        it: "L'errore e la sua riga sono indicati qui sotto; rifaccia la stessa domanda al programma con --from per rivederlo.",
    },
};
pub(crate) const CRASH: Text = Text {
    what: Words {
        en: "The program crashed: the system ended it with a signal.",
        es: "El programa se cayó: el sistema lo terminó con una señal.",
        fr: "Le programme a planté : le système l'a arrêté par un signal.",
        it: "Il programma è crollato: il sistema l'ha terminato con un segnale.",
    },
    how: Words {
        en: "SIGSEGV is an access outside an array or through a wild pointer, SIGFPE a division by zero, SIGABRT a failed assertion; build with -g -fsanitize=address and run it on the question below.",
        es: "SIGSEGV es un acceso fuera de un arreglo o por un puntero perdido, SIGFPE una división por cero, SIGABRT una aserción fallida; compile con -g -fsanitize=address y ejecútelo con la pregunta de abajo.",
        fr: "SIGSEGV est un accès hors d'un tableau ou par un pointeur fou, SIGFPE une division par zéro, SIGABRT une assertion manquée ; compilez avec -g -fsanitize=address et lancez-le sur la question ci-dessous.",
        it: "SIGSEGV è un accesso fuori da un array o con un puntatore errato, SIGFPE una divisione per zero, SIGABRT un'asserzione fallita; compili con -g -fsanitize=address e lo esegua con la domanda qui sotto.",
    },
};
pub(crate) const MEMORY_LIMIT: Text = Text {
    what: Words {
        en: "The program wants more memory than is allowed.",
        es: "El programa quiere más memoria de la permitida.",
        fr: "Le programme veut plus de mémoire qu'il n'est permis.",
        it: "Il programma vuole più memoria di quella permessa.",
    },
    how: Words {
        en: "Keep less: bound caches and tables, free what is not needed; virtual machines take a limit of their own (java -Xmx).",
        es: "Guarde menos: limite cachés y tablas, libere lo que no hace falta; las máquinas virtuales aceptan un límite propio (java -Xmx).",
        fr: "Gardez moins : bornez caches et tables, libérez ce qui ne sert plus ; les machines virtuelles acceptent une limite à elles (java -Xmx).",
        it: "Conservi meno: limiti cache e tabelle, liberi ciò che non serve; le macchine virtuali accettano un limite proprio (java -Xmx).",
    },
};
pub(crate) const OUTPUT_LIMIT: Text = Text {
    what: Words {
        en: "The program prints much more than an answer, perhaps without end.",
        es: "El programa imprime mucho más que una respuesta, quizá sin fin.",
        fr: "Le programme imprime bien plus qu'une réponse, peut-être sans fin.",
        it: "Il programma stampa molto più di una risposta, forse senza fine.",
    },
    how: Words {
        en: "Look for printing inside a loop that does not end, and send what is for yourself to standard error.",
        es: "Busque una impresión dentro de un bucle que no acaba, y mande lo que es para usted a la salida de error.",
        fr: "Cherchez une impression dans une boucle qui ne finit pas, et envoyez ce qui est pour vous sur la sortie d'erreur.",
        it: "Cerchi una stampa dentro un ciclo che non finisce, e mandi ciò che è per sé sullo standard error.",
    },
};
pub(crate) const FORBIDDEN_CALL: Text = Text {
    what: Words {
        en: "The program asked the system for something that is forbidden here, and was ended for it.",
        es: "El programa pidió al sistema algo que aquí está prohibido, y por eso fue terminado.",
        fr: "Le programme a demandé au système une chose interdite ici, et a été arrêté pour cela.",
        it: "Il programma ha chiesto al sistema una cosa qui vietata, e per questo è stato terminato.",
    },
    how: Words {
        en: "A bot needs standard input, standard output and computing; leave out 32-bit calls, tracing, kernel modules and the like.",
        es: "Un bot necesita entrada, salida y cálculo; deje fuera llamadas de 32 bits, rastreo, módulos del núcleo y cosas parecidas.",
        fr: "Un bot a besoin d'entrée, de sortie et de calcul ; laissez les appels 32 bits, le traçage, les modules du noyau et le reste.",
        it: "Un bot ha bisogno di input, output e calcolo; lasci stare chiamate a 32 bit, tracciamento, moduli del kernel e simili.",
    },
};
pub(crate) const MISSING_FILE: Text = Text {
    what: Words {
        en: "The program wants a file that is not there, or that it may not touch.",
        es: "El programa quiere un archivo que no está, o que no puede tocar.",
        fr: "Le programme veut un fichier qui n'est pas là, ou auquel il ne peut toucher.",
        it: "Il programma vuole un file che non c'è, o che non può toccare.",
    },
    how: Words {
        en: "Hand the file in with the bot and open it beside the program itself, not by a path of your machine: in Python os.path.join(os.path.dirname(__file__), NAME). Only the working directory can be written to.",
        es: "Entregue el archivo con el bot y ábralo junto al propio programa, no por una ruta de su máquina: en Python os.path.join(os.path.dirname(__file__), NOMBRE). Solo se puede escribir en el directorio de trabajo.",
        fr: "Remettez le fichier avec le bot et ouvrez-le à côté du programme même, pas par un chemin de votre machine : en Python os.path.join(os.path.dirname(__file__), NOM). On ne peut écrire que dans le répertoire de travail.",
        it: "Consegni il file con il bot e lo apra accanto al programma stesso, non con un percorso della sua macchina: in Python os.path.join(os.path.dirname(__file__), NOME). Si può scrivere solo nella cartella di lavoro.",
    },
};
pub(crate) const NO_NETWORK: Text = Text {
    what: Words {
        en: "The program wants to use the network, which does not exist in the sandbox.",
        es: "El programa quiere usar la red, que no existe en el recinto aislado.",
        fr: "Le programme veut utiliser le réseau, qui n'existe pas dans le bac à sable.",
        it: "Il programma vuole usare la rete, che nel recinto isolato non esiste.",
    },
    how: Words {
        en: "Hand in everything that it needs with the bot; nothing can be fetched during a match.",
        es: "Entregue con el bot todo lo que necesita; durante una partida no se puede traer nada.",
        fr: "Remettez avec le bot tout ce qu'il lui faut ; rien ne peut être cherché pendant une partie.",
        it: "Consegni con il bot tutto ciò che gli serve; durante una partita non si può prendere niente.",
    },
};
pub(crate) const MISSING_MODULE: Text = Text {
    what: Words {
        en: "The program asks for a module or library that is not installed here.",
        es: "El programa pide un módulo o biblioteca que aquí no está instalado.",
        fr: "Le programme demande un module ou une bibliothèque qui n'est pas installé ici.",
        it: "Il programma chiede un modulo o una libreria che qui non è installato.",
    },
    how: Words {
        en: "Use the standard library of the language, or put the module into the bot's folder.",
        es: "Use la biblioteca estándar del lenguaje, o ponga el módulo en la carpeta del bot.",
        fr: "Utilisez la bibliothèque standard du langage, ou mettez le module dans le dossier du bot.",
        it: "Usi la libreria standard del linguaggio, o metta il modulo nella cartella del bot.",
    },
};
pub(crate) const NOT_DETERMINISTIC: Text = Text {
    what: Words {
        en: "The bot says that it is deterministic, but it gave two answers to the same question.",
        es: "El bot dice que es determinista, pero dio dos respuestas a la misma pregunta.",
        fr: "Le bot se dit déterministe, mais il a donné deux réponses à la même question.",
        it: "Il bot dice di essere deterministico, ma ha dato due risposte alla stessa domanda.",
    },
    how: Words {
        en: "Leave out chance, clocks and addresses of objects; or say deterministic = false in bot.toml and draw lots from CERTAMEN_SEED.",
        es: "Quite el azar, los relojes y las direcciones de objetos; o ponga deterministic = false en bot.toml y sortee a partir de CERTAMEN_SEED.",
        fr: "Ôtez le hasard, les horloges et les adresses d'objets ; ou mettez deterministic = false dans bot.toml et tirez au sort à partir de CERTAMEN_SEED.",
        it: "Tolga il caso, gli orologi e gli indirizzi di oggetti; o metta deterministic = false in bot.toml e sorteggi da CERTAMEN_SEED.",
    },
};
pub(crate) const DRAWS_OWN_LOTS: Text = Text {
    what: Words {
        en: "The bot gave two answers to the same question with the same CERTAMEN_SEED, so its matches cannot be repeated.",
        es: "El bot dio dos respuestas a la misma pregunta con la misma CERTAMEN_SEED, y sus partidas no se pueden repetir.",
        fr: "Le bot a donné deux réponses à la même question avec la même CERTAMEN_SEED, et ses parties ne peuvent être répétées.",
        it: "Il bot ha dato due risposte alla stessa domanda con la stessa CERTAMEN_SEED, e le sue partite non si possono ripetere.",
    },
    how: Words {
        en: "That is allowed where the contest does not ask for determinism; to find errors again, seed the generator from the environment variable CERTAMEN_SEED.",
        es: "Está permitido donde la competencia no pide determinismo; para volver a encontrar errores, inicie el generador con la variable de entorno CERTAMEN_SEED.",
        fr: "C'est permis là où le concours ne demande pas de déterminisme ; pour retrouver les erreurs, initialisez le générateur avec la variable d'environnement CERTAMEN_SEED.",
        it: "È permesso dove la gara non chiede determinismo; per ritrovare gli errori, inizializzi il generatore con la variabile d'ambiente CERTAMEN_SEED.",
    },
};
pub(crate) const NEAR_TIME_LIMIT: Text = Text {
    what: Words {
        en: "The slowest answer took more than half of the time for a move.",
        es: "La respuesta más lenta tomó más de la mitad del tiempo por jugada.",
        fr: "La réponse la plus lente a pris plus de la moitié du temps par coup.",
        it: "La risposta più lenta ha preso più di metà del tempo per mossa.",
    },
    how: Words {
        en: "Leave more room: the machine of a contest may be slower or busier than this one.",
        es: "Deje más margen: la máquina de una competencia puede ser más lenta o estar más ocupada que esta.",
        fr: "Laissez plus de marge : la machine d'un concours peut être plus lente ou plus occupée que celle-ci.",
        it: "Lasci più margine: la macchina di una gara può essere più lenta o più occupata di questa.",
    },
};
pub(crate) const NEAR_MEMORY_LIMIT: Text = Text {
    what: Words {
        en: "The program once had more than three quarters of the memory that is allowed.",
        es: "El programa llegó a tener más de tres cuartos de la memoria permitida.",
        fr: "Le programme a eu une fois plus des trois quarts de la mémoire permise.",
        it: "Il programma ha avuto una volta più di tre quarti della memoria permessa.",
    },
    how: Words {
        en: "Longer matches may need more: bound what the program keeps.",
        es: "Partidas más largas pueden necesitar más: limite lo que el programa guarda.",
        fr: "Des parties plus longues peuvent en demander plus : bornez ce que le programme garde.",
        it: "Partite più lunghe possono chiederne di più: limiti ciò che il programma conserva.",
    },
};
pub(crate) const ERROR_AT_END: Text = Text {
    what: Words {
        en: "The program plays well, but reports an error when the match is over.",
        es: "El programa juega bien, pero comunica un error cuando la partida acaba.",
        fr: "Le programme joue bien, mais signale une erreur quand la partie est finie.",
        it: "Il programma gioca bene, ma segnala un errore quando la partita è finita.",
    },
    how: Words {
        en: "It costs nothing, but hides real errors: let the program end in peace when it reads `fin` or the end of input.",
        es: "No cuesta nada, pero esconde errores de verdad: haga que el programa termine en paz al leer `fin` o el final de la entrada.",
        fr: "Cela ne coûte rien, mais cache de vraies erreurs : que le programme se termine en paix en lisant `fin` ou la fin de l'entrée.",
        it: "Non costa niente, ma nasconde errori veri: faccia finire il programma in pace quando legge `fin` o la fine dell'input.",
    },
};
