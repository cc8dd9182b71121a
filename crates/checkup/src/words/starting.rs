//! Advice for programs that do not come to be asked.

use super::{Text, Words};

pub(crate) const DOES_NOT_COMPILE: Text = Text {
    what: Words {
        en: "The program cannot be built: the compiler refuses it.",
        es: "El programa no se puede compilar: el compilador lo rechaza.",
        fr: "Le programme ne se compile pas : le compilateur le refuse.",
        it: "Il programma non si compila: il compilatore lo rifiuta.",
    },
    how: Words {
        en: "Read the compiler's first complaint below, and build in a clean folder with only the files that you hand in.",
        es: "Lea abajo la primera queja del compilador, y compile en una carpeta limpia solo con los archivos que entrega.",
        fr: "Lisez ci-dessous la première plainte du compilateur, et compilez dans un dossier vide avec les seuls fichiers remis.",
        it: "Legga qui sotto la prima protesta del compilatore, e compili in una cartella vuota con i soli file consegnati.",
    },
};
pub(crate) const MISSING_INTERPRETER: Text = Text {
    what: Words {
        en: "The compiler or interpreter that the program asks for is not there.",
        es: "El compilador o intérprete que el programa pide no está instalado.",
        fr: "Le compilateur ou l'interpréteur que le programme demande n'est pas installé.",
        it: "Il compilatore o l'interprete che il programma chiede non è installato.",
    },
    how: Words {
        en: "Name one that is installed, in bot.toml or in the first line (#!); its path must be the one on this machine.",
        es: "Nombre uno que esté instalado, en bot.toml o en la primera línea (#!), con su ruta en esta máquina.",
        fr: "Nommez-en un qui soit installé, dans bot.toml ou à la première ligne (#!), avec son chemin sur cette machine.",
        it: "Ne indichi uno installato, in bot.toml o nella prima riga (#!), con il suo percorso su questa macchina.",
    },
};
pub(crate) const UNKNOWN_LANGUAGE: Text = Text {
    what: Words {
        en: "It is not clear in which language the program is written.",
        es: "No se sabe en qué lenguaje está escrito el programa.",
        fr: "On ne sait pas dans quel langage le programme est écrit.",
        it: "Non si sa in quale linguaggio è scritto il programma.",
    },
    how: Words {
        en: "Give the file the usual ending of its language, or put it into a folder with a bot.toml that says `language`.",
        es: "Dé al archivo la terminación habitual de su lenguaje, o póngalo en una carpeta con un bot.toml que diga `language`.",
        fr: "Donnez au fichier la terminaison habituelle de son langage, ou mettez-le dans un dossier avec un bot.toml qui dit `language`.",
        it: "Dia al file l'estensione abituale del suo linguaggio, o lo metta in una cartella con un bot.toml che dica `language`.",
    },
};
pub(crate) const NOT_EXECUTABLE: Text = Text {
    what: Words {
        en: "The file may not be run: its permission to be executed is missing.",
        es: "El archivo no se puede ejecutar: le falta el permiso de ejecución.",
        fr: "Le fichier ne peut pas être lancé : la permission d'exécution lui manque.",
        it: "Il file non si può eseguire: gli manca il permesso di esecuzione.",
    },
    how: Words {
        en: "Set it with `chmod +x FILE`, and hand the file in so that the permission is kept (tar keeps it).",
        es: "Póngalo con `chmod +x ARCHIVO`, y entregue el archivo de modo que el permiso se conserve (tar lo conserva).",
        fr: "Mettez-la avec `chmod +x FICHIER`, et remettez le fichier de façon à la garder (tar la garde).",
        it: "Lo imposti con `chmod +x FILE`, e consegni il file in modo che il permesso resti (tar lo conserva).",
    },
};
pub(crate) const MISSING_SHEBANG: Text = Text {
    what: Words {
        en: "The file is a text without a first line that says what runs it, so the system cannot start it.",
        es: "El archivo es un texto sin una primera línea que diga qué lo ejecuta, y el sistema no puede iniciarlo.",
        fr: "Le fichier est un texte sans première ligne disant ce qui l'exécute, et le système ne peut pas le lancer.",
        it: "Il file è un testo senza una prima riga che dica che cosa lo esegue, e il sistema non può avviarlo.",
    },
    how: Words {
        en: "Begin the file with a line such as `#!/usr/bin/python3`, or name `language` in bot.toml.",
        es: "Comience el archivo con una línea como `#!/usr/bin/python3`, o indique `language` en bot.toml.",
        fr: "Commencez le fichier par une ligne comme `#!/usr/bin/python3`, ou indiquez `language` dans bot.toml.",
        it: "Cominci il file con una riga come `#!/usr/bin/python3`, o indichi `language` in bot.toml.",
    },
};
pub(crate) const WINDOWS_SHEBANG: Text = Text {
    what: Words {
        en: "The first line (#!) ends as in Windows, with a carriage return, which becomes part of the interpreter's name.",
        es: "La primera línea (#!) termina como en Windows, con un retorno de carro, que pasa a ser parte del nombre del intérprete.",
        fr: "La première ligne (#!) finit comme sous Windows, par un retour chariot, qui devient une partie du nom de l'interpréteur.",
        it: "La prima riga (#!) finisce come in Windows, con un ritorno a capo, che diventa parte del nome dell'interprete.",
    },
    how: Words {
        en: "Save the file with Unix line ends: `sed -i 's/\\r$//' FILE`, or the setting LF of your editor.",
        es: "Guarde el archivo con finales de línea Unix: `sed -i 's/\\r$//' ARCHIVO`, o la opción LF de su editor.",
        fr: "Enregistrez le fichier avec des fins de ligne Unix : `sed -i 's/\\r$//' FICHIER`, ou le réglage LF de l'éditeur.",
        it: "Salvi il file con le fini riga di Unix: `sed -i 's/\\r$//' FILE`, o l'opzione LF del suo editor.",
    },
};
pub(crate) const BYTE_ORDER_MARK: Text = Text {
    what: Words {
        en: "There is an invisible mark (byte order mark, EF BB BF) at the start, where the first letter should be.",
        es: "Hay una marca invisible (marca de orden de bytes, EF BB BF) al comienzo, donde debería estar la primera letra.",
        fr: "Il y a une marque invisible (indicateur d'ordre des octets, EF BB BF) au début, là où la première lettre devrait être.",
        it: "C'è un segno invisibile (byte order mark, EF BB BF) all'inizio, dove dovrebbe stare la prima lettera.",
    },
    how: Words {
        en: "Save the source as UTF-8 without BOM, and write output as plain text (in C# and PowerShell: an encoding without BOM).",
        es: "Guarde el fuente como UTF-8 sin BOM, y escriba la salida como texto plano (en C# y PowerShell: una codificación sin BOM).",
        fr: "Enregistrez la source en UTF-8 sans BOM, et écrivez la sortie en texte simple (en C# et PowerShell : un encodage sans BOM).",
        it: "Salvi il sorgente come UTF-8 senza BOM, e scriva l'output come testo semplice (in C# e PowerShell: una codifica senza BOM).",
    },
};
pub(crate) const PYTHON_TWO: Text = Text {
    what: Words {
        en: "The program is written in Python 2, which no longer exists here; programs are run by Python 3.",
        es: "El programa está escrito en Python 2, que aquí ya no existe; los programas se ejecutan con Python 3.",
        fr: "Le programme est écrit en Python 2, qui n'existe plus ici ; les programmes tournent avec Python 3.",
        it: "Il programma è scritto in Python 2, che qui non esiste più; i programmi girano con Python 3.",
    },
    how: Words {
        en: "Write print(x) instead of print x, input() instead of raw_input(), range instead of xrange, and // where whole numbers are divided.",
        es: "Escriba print(x) en vez de print x, input() en vez de raw_input(), range en vez de xrange, y // donde se dividen enteros.",
        fr: "Écrivez print(x) au lieu de print x, input() au lieu de raw_input(), range au lieu de xrange, et // là où l'on divise des entiers.",
        it: "Scriva print(x) invece di print x, input() invece di raw_input(), range invece di xrange, e // dove si dividono interi.",
    },
};
pub(crate) const CANNOT_START: Text = Text {
    what: Words {
        en: "The program is there, but the system cannot start it.",
        es: "El programa está, pero el sistema no puede iniciarlo.",
        fr: "Le programme est là, mais le système ne peut pas le lancer.",
        it: "Il programma c'è, ma il sistema non può avviarlo.",
    },
    how: Words {
        en: "A compiled program must be built for this machine (Linux, x86-64); a script needs a first line (#!) with an interpreter that exists.",
        es: "Un programa compilado debe serlo para esta máquina (Linux, x86-64); un guion necesita una primera línea (#!) con un intérprete que exista.",
        fr: "Un programme compilé doit l'être pour cette machine (Linux, x86-64) ; un script a besoin d'une première ligne (#!) avec un interpréteur qui existe.",
        it: "Un programma compilato deve esserlo per questa macchina (Linux, x86-64); uno script ha bisogno di una prima riga (#!) con un interprete che esista.",
    },
};
