//! Advice for programs whose answers cannot be read.

use super::{Text, Words};

pub(crate) const EXTRA_TEXT: Text = Text {
    what: Words {
        en: "There is text around the answer, such as a prompt or an explanation; only the answer itself may be printed.",
        es: "Hay texto alrededor de la respuesta, como un aviso o una explicación; solo se puede imprimir la respuesta.",
        fr: "Il y a du texte autour de la réponse, comme une invite ou une explication ; seule la réponse peut être imprimée.",
        it: "C'è del testo attorno alla risposta, come un invito o una spiegazione; si può stampare solo la risposta.",
    },
    how: Words {
        en: "Print the bare answer: input() without a text in brackets, no \"Move:\" before it; words for yourself go to standard error.",
        es: "Imprima la respuesta sola: input() sin texto entre paréntesis, sin \"Jugada:\" delante; las palabras para usted van a la salida de error.",
        fr: "Imprimez la réponse seule : input() sans texte entre parenthèses, sans « Coup : » devant ; les mots pour vous vont sur la sortie d'erreur.",
        it: "Stampi la risposta nuda: input() senza testo fra parentesi, senza \"Mossa:\" davanti; le parole per sé vanno sullo standard error.",
    },
};
pub(crate) const DEBUG_OUTPUT: Text = Text {
    what: Words {
        en: "Other lines are printed besides the answer, and the first of them is taken for the answer.",
        es: "Se imprimen otras líneas además de la respuesta, y la primera se toma por la respuesta.",
        fr: "D'autres lignes sont imprimées en plus de la réponse, et la première est prise pour la réponse.",
        it: "Oltre alla risposta si stampano altre righe, e la prima viene presa per la risposta.",
    },
    how: Words {
        en: "Send what is for yourself to standard error, which is kept for you: print(x, file=sys.stderr), fprintf(stderr, …), System.err, console.error.",
        es: "Mande lo que es para usted a la salida de error, que se guarda para usted: print(x, file=sys.stderr), fprintf(stderr, …), System.err, console.error.",
        fr: "Envoyez ce qui est pour vous sur la sortie d'erreur, qui est gardée pour vous : print(x, file=sys.stderr), fprintf(stderr, …), System.err, console.error.",
        it: "Mandi ciò che è per sé sullo standard error, che viene conservato: print(x, file=sys.stderr), fprintf(stderr, …), System.err, console.error.",
    },
};
pub(crate) const TWO_LINES: Text = Text {
    what: Words {
        en: "The answer is more than one line.",
        es: "La respuesta ocupa más de una línea.",
        fr: "La réponse fait plus d'une ligne.",
        it: "La risposta occupa più di una riga.",
    },
    how: Words {
        en: "Print everything that belongs to one answer on one line, and each answer only once.",
        es: "Imprima en una sola línea todo lo que pertenece a una respuesta, y cada respuesta una sola vez.",
        fr: "Imprimez sur une seule ligne tout ce qui appartient à une réponse, et chaque réponse une seule fois.",
        it: "Stampi su una sola riga tutto ciò che appartiene a una risposta, e ogni risposta una volta sola.",
    },
};
pub(crate) const INDEX_BASE: Text = Text {
    what: Words {
        en: "The program seems to count from another number than the game: the answer would do if it were one more or one less.",
        es: "El programa parece contar desde otro número que el juego: la respuesta serviría si fuera una más o una menos.",
        fr: "Le programme semble compter à partir d'un autre nombre que le jeu : la réponse irait avec un de plus ou un de moins.",
        it: "Il programma sembra contare da un altro numero rispetto al gioco: la risposta andrebbe bene con uno in più o uno in meno.",
    },
    how: Words {
        en: "See on the game's page whether places are counted from 0 or from 1; arrays of most languages begin with 0, squares of most games with 1.",
        es: "Vea en la página del juego si se cuenta desde 0 o desde 1; los arreglos de casi todos los lenguajes empiezan en 0, las casillas de casi todos los juegos en 1.",
        fr: "Voyez sur la page du jeu si l'on compte à partir de 0 ou de 1 ; les tableaux de presque tous les langages commencent à 0, les cases de presque tous les jeux à 1.",
        it: "Veda nella pagina del gioco se si conta da 0 o da 1; gli array di quasi tutti i linguaggi cominciano da 0, le caselle di quasi tutti i giochi da 1.",
    },
};
pub(crate) const TRAILING_BLANKS: Text = Text {
    what: Words {
        en: "There are blanks or empty lines around the answer, which this game does not accept.",
        es: "Hay blancos o líneas vacías alrededor de la respuesta, que este juego no acepta.",
        fr: "Il y a des blancs ou des lignes vides autour de la réponse, que ce jeu n'accepte pas.",
        it: "Ci sono spazi o righe vuote attorno alla risposta, che questo gioco non accetta.",
    },
    how: Words {
        en: "Print the answer and one end of line, nothing before and nothing between: trim or strip it first.",
        es: "Imprima la respuesta y un fin de línea, nada antes y nada entre medio: recórtela primero (trim, strip).",
        fr: "Imprimez la réponse et une fin de ligne, rien avant et rien entre les deux : rognez-la d'abord (trim, strip).",
        it: "Stampi la risposta e una fine riga, niente prima e niente in mezzo: prima la rifili (trim, strip).",
    },
};
pub(crate) const WINDOWS_LINE_ENDS: Text = Text {
    what: Words {
        en: "Lines end as in Windows, with \\r\\n instead of \\n.",
        es: "Las líneas terminan como en Windows, con \\r\\n en vez de \\n.",
        fr: "Les lignes finissent comme sous Windows, par \\r\\n au lieu de \\n.",
        it: "Le righe finiscono come in Windows, con \\r\\n invece di \\n.",
    },
    how: Words {
        en: "Print \\n alone; where input is read with its end of line, remove \\r as well as \\n.",
        es: "Imprima solo \\n; donde la entrada se lee con su fin de línea, quite tanto \\r como \\n.",
        fr: "Imprimez seulement \\n ; là où l'entrée est lue avec sa fin de ligne, ôtez \\r comme \\n.",
        it: "Stampi solo \\n; dove l'input si legge con la fine riga, tolga sia \\r sia \\n.",
    },
};
pub(crate) const WRONG_CASE: Text = Text {
    what: Words {
        en: "The answer is right but for capital and small letters.",
        es: "La respuesta es correcta salvo por mayúsculas y minúsculas.",
        fr: "La réponse est juste, aux majuscules et minuscules près.",
        it: "La risposta è giusta, salvo maiuscole e minuscole.",
    },
    how: Words {
        en: "Write the letters exactly as the game's page does.",
        es: "Escriba las letras exactamente como la página del juego.",
        fr: "Écrivez les lettres exactement comme la page du jeu.",
        it: "Scriva le lettere esattamente come la pagina del gioco.",
    },
};
pub(crate) const DECIMALS: Text = Text {
    what: Words {
        en: "A number is printed with a decimal point, an exponent or a sign where a plain whole number belongs.",
        es: "Un número se imprime con punto decimal, exponente o signo donde va un número entero simple.",
        fr: "Un nombre est imprimé avec une virgule décimale, un exposant ou un signe là où il faut un simple nombre entier.",
        it: "Un numero è stampato con la virgola, un esponente o un segno dove va un semplice numero intero.",
    },
    how: Words {
        en: "Make it a whole number before printing: int(x) and // in Python, %d in C, Math.floor in JavaScript, as.integer in R, // or %d in Lua.",
        es: "Hágalo entero antes de imprimirlo: int(x) y // en Python, %d en C, Math.floor en JavaScript, as.integer en R, // o %d en Lua.",
        fr: "Rendez-le entier avant de l'imprimer : int(x) et // en Python, %d en C, Math.floor en JavaScript, as.integer en R, // ou %d en Lua.",
        it: "Lo renda intero prima di stamparlo: int(x) e // in Python, %d in C, Math.floor in JavaScript, as.integer in R, // o %d in Lua.",
    },
};
pub(crate) const DECORATED: Text = Text {
    what: Words {
        en: "The answer stands between brackets or quotation marks, as languages print lists and texts for programmers.",
        es: "La respuesta está entre corchetes, paréntesis o comillas, como los lenguajes imprimen listas y textos para programadores.",
        fr: "La réponse est entre crochets, parenthèses ou guillemets, comme les langages impriment listes et textes pour programmeurs.",
        it: "La risposta sta fra parentesi o virgolette, come i linguaggi stampano liste e testi per programmatori.",
    },
    how: Words {
        en: "Print the thing itself, not the list or its representation: print(x[0]) or print(*x) in Python, puts instead of p in Ruby, cat instead of print in R, join for several numbers.",
        es: "Imprima la cosa misma, no la lista ni su representación: print(x[0]) o print(*x) en Python, puts en vez de p en Ruby, cat en vez de print en R, join para varios números.",
        fr: "Imprimez la chose même, pas la liste ni sa représentation : print(x[0]) ou print(*x) en Python, puts au lieu de p en Ruby, cat au lieu de print en R, join pour plusieurs nombres.",
        it: "Stampi la cosa stessa, non la lista né la sua rappresentazione: print(x[0]) o print(*x) in Python, puts invece di p in Ruby, cat invece di print in R, join per più numeri.",
    },
};
pub(crate) const WRONG_SEPARATOR: Text = Text {
    what: Words {
        en: "The parts of the answer are separated by something else than the game asks for.",
        es: "Las partes de la respuesta están separadas por otra cosa que la que el juego pide.",
        fr: "Les parties de la réponse sont séparées par autre chose que ce que le jeu demande.",
        it: "Le parti della risposta sono separate da qualcosa di diverso da ciò che il gioco chiede.",
    },
    how: Words {
        en: "Separate them as the game's page shows: by one blank, or by nothing at all; not by commas or tabs.",
        es: "Sepárelas como muestra la página del juego: con un blanco, o con nada; no con comas ni tabuladores.",
        fr: "Séparez-les comme le montre la page du jeu : par un blanc, ou par rien ; pas par des virgules ou des tabulations.",
        it: "Le separi come mostra la pagina del gioco: con uno spazio, o con niente; non con virgole o tabulazioni.",
    },
};
pub(crate) const NOT_TEXT: Text = Text {
    what: Words {
        en: "The answer holds bytes that are no text, such as zeros, raw numbers or another encoding than UTF-8.",
        es: "La respuesta contiene bytes que no son texto, como ceros, números en binario u otra codificación que UTF-8.",
        fr: "La réponse contient des octets qui ne sont pas du texte, comme des zéros, des nombres bruts ou un autre encodage qu'UTF-8.",
        it: "La risposta contiene byte che non sono testo, come zeri, numeri grezzi o un'altra codifica che UTF-8.",
    },
    how: Words {
        en: "Write digits and letters, not the memory they are kept in: printf(\"%d\\n\", x) and not fwrite or putchar(x); and no UTF-16.",
        es: "Escriba cifras y letras, no la memoria en que se guardan: printf(\"%d\\n\", x) y no fwrite ni putchar(x); y nada de UTF-16.",
        fr: "Écrivez des chiffres et des lettres, pas la mémoire qui les contient : printf(\"%d\\n\", x) et non fwrite ou putchar(x) ; et pas d'UTF-16.",
        it: "Scriva cifre e lettere, non la memoria che le contiene: printf(\"%d\\n\", x) e non fwrite o putchar(x); e niente UTF-16.",
    },
};
pub(crate) const ILLEGAL_MOVE: Text = Text {
    what: Words {
        en: "The answer is well written, but the rules do not allow it in this position.",
        es: "La respuesta está bien escrita, pero las reglas no la permiten en esta posición.",
        fr: "La réponse est bien écrite, mais les règles ne la permettent pas dans cette position.",
        it: "La risposta è scritta bene, ma le regole non la permettono in questa posizione.",
    },
    how: Words {
        en: "See what the rules say of it below, and ask the program this question again with --from.",
        es: "Vea abajo qué dicen de ella las reglas, y haga esta pregunta de nuevo al programa con --from.",
        fr: "Voyez ci-dessous ce qu'en disent les règles, et posez de nouveau cette question au programme avec --from.",
        it: "Veda qui sotto che cosa ne dicono le regole, e rifaccia questa domanda al programma con --from.",
    },
};
pub(crate) const NOT_AN_ANSWER: Text = Text {
    what: Words {
        en: "What is printed cannot be read as an answer.",
        es: "Lo que se imprime no se puede leer como respuesta.",
        fr: "Ce qui est imprimé ne peut pas être lu comme une réponse.",
        it: "Ciò che viene stampato non si può leggere come risposta.",
    },
    how: Words {
        en: "Compare it byte by byte with the examples on the game's page; what the rules say of it is below.",
        es: "Compárelo byte por byte con los ejemplos de la página del juego; abajo está lo que dicen las reglas.",
        fr: "Comparez-le octet par octet avec les exemples de la page du jeu ; ce qu'en disent les règles est ci-dessous.",
        it: "Lo confronti byte per byte con gli esempi della pagina del gioco; ciò che ne dicono le regole è qui sotto.",
    },
};
