//! What the rules are called and say, in all languages.

use super::{Rule, Verdict};
use certamen_game::Words;

pub(super) const LINE: Words = Words { en: "line", es: "línea", fr: "ligne", it: "riga" };
pub(super) const COLUMN: Words =
    Words { en: "column", es: "columna", fr: "colonne", it: "colonna" };

/// What a verdict is called.
pub(super) fn verdict(verdict: Verdict) -> Words {
    let words = |en, es, fr, it| Words { en, es, fr, it };
    match verdict {
        Verdict::Accepted => words("accepted", "aceptado", "accepté", "accettato"),
        Verdict::Refused => words("refused", "rechazado", "refusé", "rifiutato"),
        Verdict::Discarded => words("discarded", "descartado", "écarté", "scartato"),
        Verdict::Disqualified => {
            words("disqualified", "descalificado", "disqualifié", "squalificato")
        }
        Verdict::Proscribed => words("proscribed", "proscrito", "proscrit", "proscritto"),
    }
}

/// What a rule says.
pub(super) fn rule(rule: Rule) -> Words {
    let (_, [en, es, fr, it]) =
        TEXTS.iter().find(|(of, _)| *of == rule).expect("a test sees that each rule has a text");
    Words { en, es, fr, it }
}

#[rustfmt::skip]
const TEXTS: &[(Rule, [&str; 4])] = &[
    (Rule::AlreadyStored, [
        "That file exists already",
        "Ese fichero ya existe",
        "Ce fichier existe déjà",
        "Quel file esiste già",
    ]),
    (Rule::ProscribedPair, [
        "the pair is proscribed and may send nothing more",
        "la pareja está proscrita y no puede enviar más jugadores",
        "le binôme est proscrit et ne peut plus rien envoyer",
        "la coppia è proscritta e non può più inviare nulla",
    ]),
    (Rule::NameForm, [
        "the file must be called ggppnaammddKK.cl: group, pair, player, date, start of the key",
        "el fichero debe llamarse ggppnaammddKK.cl: grupo, pareja, jugador, fecha, comienzo de la clave",
        "le fichier doit s'appeler ggppnaammddKK.cl : groupe, binôme, joueur, date, début de la clé",
        "il file deve chiamarsi ggppnaammddKK.cl: gruppo, coppia, giocatore, data, inizio della chiave",
    ]),
    (Rule::NamePlayer, [
        "the player's number in the file name, behind group and pair, is 1, 2 or 3",
        "el número de jugador en el nombre del fichero, tras grupo y pareja, es 1, 2 o 3",
        "le numéro du joueur dans le nom du fichier, après groupe et binôme, est 1, 2 ou 3",
        "il numero del giocatore nel nome del file, dopo gruppo e coppia, è 1, 2 o 3",
    ]),
    (Rule::NameDate, [
        "the date in the file name, as yymmdd, does not exist",
        "la fecha en el nombre del fichero, en la forma aammdd, no existe",
        "la date dans le nom du fichier, sous la forme aammjj, n'existe pas",
        "la data nel nome del file, nella forma aammgg, non esiste",
    ]),
    (Rule::NotToday, [
        "the date in the file name must be the day of its reception",
        "la fecha en el nombre del fichero debe ser la del día de recepción",
        "la date dans le nom du fichier doit être celle du jour de réception",
        "la data nel nome del file deve essere quella del giorno di ricezione",
    ]),
    (Rule::UnknownPair, [
        "no pair with a key is registered under this group and number",
        "no hay ninguna pareja registrada con clave con ese grupo y número",
        "aucun binôme avec clé n'est inscrit sous ce groupe et ce numéro",
        "nessuna coppia con chiave è registrata con questo gruppo e numero",
    ]),
    (Rule::NameKey, [
        "the file name must end in the first two characters of the pair's key, capitals and small letters told apart",
        "el nombre del fichero debe acabar en los dos primeros caracteres de la clave de la pareja, distinguiendo mayúsculas y minúsculas",
        "le nom du fichier doit se terminer par les deux premiers caractères de la clé du binôme, majuscules et minuscules distinguées",
        "il nome del file deve finire con i primi due caratteri della chiave della coppia, distinguendo maiuscole e minuscole",
    ]),
    (Rule::TooLarge, [
        "the file is too large; bytes allowed",
        "el fichero es demasiado grande; bytes permitidos",
        "le fichier est trop grand ; octets permis",
        "il file è troppo grande; byte permessi",
    ]),
    (Rule::KeyLine, [
        "the first line must be a semicolon, a blank and the pair's key",
        "la primera línea debe ser un punto y coma, un espacio y la clave de la pareja",
        "la première ligne doit être un point-virgule, une espace et la clé du binôme",
        "la prima riga deve essere un punto e virgola, uno spazio e la chiave della coppia",
    ]),
    (Rule::AliasLine, [
        "a comment on the second line is the alias: a semicolon, a blank and 1 to 10 letters, digits or basic punctuation, no accents, blanks or parentheses; leave the line empty to have none",
        "un comentario en la segunda línea es el alias: un punto y coma, un espacio y de 1 a 10 letras, números o signos básicos de puntuación, sin acentos, espacios ni paréntesis; deje la línea vacía para no tenerlo",
        "un commentaire à la deuxième ligne est l'alias : un point-virgule, une espace et de 1 à 10 lettres, chiffres ou signes de ponctuation courants, sans accents, espaces ni parenthèses ; laissez la ligne vide pour ne pas en avoir",
        "un commento nella seconda riga è l'alias: un punto e virgola, uno spazio e da 1 a 10 lettere, cifre o segni di punteggiatura comuni, senza accenti, spazi o parentesi; lasci la riga vuota per non averlo",
    ]),
    (Rule::NotAFile, [
        "only ordinary files are taken",
        "sólo se admiten ficheros ordinarios",
        "seuls les fichiers ordinaires sont acceptés",
        "si accettano solo file ordinari",
    ]),
    (Rule::NotClosed, [
        "what begins here, a list, a string or a comment, is not closed",
        "lo que empieza aquí, una lista, una cadena o un comentario, no se cierra",
        "ce qui commence ici, une liste, une chaîne ou un commentaire, n'est pas fermé",
        "ciò che comincia qui, una lista, una stringa o un commento, non viene chiuso",
    ]),
    (Rule::Unmatched, [
        "this parenthesis closes nothing",
        "este paréntesis no cierra nada",
        "cette parenthèse ne ferme rien",
        "questa parentesi non chiude nulla",
    ]),
    (Rule::TooDeep, [
        "too much is nested here",
        "aquí hay demasiadas formas anidadas",
        "trop de formes sont imbriquées ici",
        "qui ci sono troppe forme annidate",
    ]),
    (Rule::Unreadable, [
        "the Lisp reader cannot read this",
        "el lector de Lisp no puede leer esto",
        "le lecteur Lisp ne peut pas lire ceci",
        "il lettore Lisp non può leggere questo",
    ]),
    (Rule::ReaderEvaluation, [
        "evaluation while reading (#.) is not allowed",
        "no se permite evaluar durante la lectura (#.)",
        "l'évaluation pendant la lecture (#.) n'est pas permise",
        "la valutazione durante la lettura (#.) non è permessa",
    ]),
    (Rule::ReaderConditional, [
        "conditional reading (#+, #-) is not allowed",
        "no se permite la lectura condicional (#+, #-)",
        "la lecture conditionnelle (#+, #-) n'est pas permise",
        "la lettura condizionale (#+, #-) non è permessa",
    ]),
    (Rule::NoFunction, [
        "the file defines no function: write (defun mi-f-ev (estado) ...)",
        "el fichero no define ninguna función: escriba (defun mi-f-ev (estado) ...)",
        "le fichier ne définit aucune fonction : écrivez (defun mi-f-ev (estado) ...)",
        "il file non definisce nessuna funzione: scriva (defun mi-f-ev (estado) ...)",
    ]),
    (Rule::FirstFunction, [
        "the first function must be the evaluation function, whose name begins with mi-f-ev",
        "la primera función debe ser la de evaluación, cuyo nombre empieza por mi-f-ev",
        "la première fonction doit être celle d'évaluation, dont le nom commence par mi-f-ev",
        "la prima funzione deve essere quella di valutazione, il cui nome inizia con mi-f-ev",
    ]),
    (Rule::OneArgument, [
        "the evaluation function must take one argument, the state",
        "la función de evaluación debe tomar un argumento, el estado",
        "la fonction d'évaluation doit prendre un argument, l'état",
        "la funzione di valutazione deve prendere un argomento, lo stato",
    ]),
    (Rule::TooManyFunctions, [
        "there are too many functions; allowed behind the evaluation function",
        "hay demasiadas funciones; permitidas tras la de evaluación",
        "il y a trop de fonctions ; permises après celle d'évaluation",
        "ci sono troppe funzioni; permesse dopo quella di valutazione",
    ]),
    (Rule::OtherTopLevel, [
        "only functions may stand in the file: no other form is allowed outside of them",
        "el fichero sólo puede contener funciones: fuera de ellas no se permite ninguna otra forma",
        "le fichier ne peut contenir que des fonctions : aucune autre forme n'est permise en dehors",
        "il file può contenere solo funzioni: al di fuori non è permessa nessun'altra forma",
    ]),
    (Rule::MalformedFunction, [
        "this is no definition of a function: (defun name (arguments) ...)",
        "esto no es una definición de función: (defun nombre (argumentos) ...)",
        "ceci n'est pas une définition de fonction : (defun nom (arguments) ...)",
        "questa non è una definizione di funzione: (defun nome (argomenti) ...)",
    ]),
    (Rule::DefinedTwice, [
        "this function is defined already",
        "esta función ya está definida",
        "cette fonction est déjà définie",
        "questa funzione è già definita",
    ]),
    (Rule::Redefinition, [
        "functions of the library and of Lisp itself must not be redefined",
        "no se pueden redefinir las funciones suministradas ni las de Lisp",
        "les fonctions fournies et celles de Lisp ne doivent pas être redéfinies",
        "le funzioni fornite e quelle di Lisp non devono essere ridefinite",
    ]),
    (Rule::ForeignPackage, [
        "names of other packages are not allowed",
        "no se permiten nombres de otros paquetes",
        "les noms d'autres paquets ne sont pas permis",
        "i nomi di altri pacchetti non sono permessi",
    ]),
    (Rule::Assignment, [
        "assignment is not allowed",
        "no se permite la asignación",
        "l'affectation n'est pas permise",
        "l'assegnazione non è permessa",
    ]),
    (Rule::Destructive, [
        "destructive functions are not allowed",
        "no se permiten funciones destructivas",
        "les fonctions destructives ne sont pas permises",
        "le funzioni distruttive non sono permesse",
    ]),
    (Rule::Evaluation, [
        "code and names made at run time, and macros of one's own, are not allowed",
        "no se permiten el código ni los nombres creados al ejecutar, ni las macros propias",
        "le code et les noms créés à l'exécution et les macros personnelles ne sont pas permis",
        "il codice e i nomi creati durante l'esecuzione e le macro proprie non sono permessi",
    ]),
    (Rule::Definition, [
        "definitions inside functions and changes of the environment are not allowed",
        "no se permiten definiciones dentro de funciones ni cambios del entorno",
        "les définitions à l'intérieur de fonctions et les changements de l'environnement ne sont pas permis",
        "le definizioni all'interno di funzioni e le modifiche dell'ambiente non sono permesse",
    ]),
    (Rule::Files, [
        "files and input are not allowed",
        "no se permiten ficheros ni entrada de datos",
        "les fichiers et les entrées ne sont pas permis",
        "i file e l'input non sono permessi",
    ]),
    (Rule::Processes, [
        "processes, threads and leaving Lisp are not allowed",
        "no se permiten procesos, hilos ni salir de Lisp",
        "les processus, les fils d'exécution et quitter Lisp ne sont pas permis",
        "i processi, i thread e l'uscita da Lisp non sono permessi",
    ]),
    (Rule::UnknownFunction, [
        "no such function: neither the file, nor the library, nor Lisp defines it",
        "no existe esa función: no la definen ni el fichero, ni las funciones suministradas, ni Lisp",
        "cette fonction n'existe pas : ni le fichier, ni les fonctions fournies, ni Lisp ne la définissent",
        "questa funzione non esiste: non la definiscono né il file, né le funzioni fornite, né Lisp",
    ]),
    (Rule::Malformed, [
        "Lisp does not understand this form",
        "Lisp no entiende esta forma",
        "Lisp ne comprend pas cette forme",
        "Lisp non capisce questa forma",
    ]),
    (Rule::DoesNotCompile, [
        "it does not compile",
        "no compila",
        "il ne se compile pas",
        "non si compila",
    ]),
    (Rule::FailsAtRunTime, [
        "it fails when it runs",
        "falla al ejecutarse",
        "il échoue à l'exécution",
        "fallisce durante l'esecuzione",
    ]),
    (Rule::TooSlow, [
        "it is too slow",
        "es demasiado lento",
        "il est trop lent",
        "è troppo lento",
    ]),
    (Rule::BelowMinimum, [
        "it does not reach the minimum result, with and without the first move",
        "no alcanza el resultado mínimo, con el saque a favor y en contra",
        "il n'atteint pas le résultat minimal, en commençant et sans commencer",
        "non raggiunge il risultato minimo, iniziando e senza iniziare",
    ]),
    (Rule::ChangesState, [
        "the state, the board and the scoreboard of the game must not be changed",
        "no se pueden modificar el estado, el tablero ni el marcador del juego",
        "l'état, le plateau et la marque du jeu ne doivent pas être modifiés",
        "lo stato, il tavoliere e il punteggio del gioco non devono essere modificati",
    ]),
    (Rule::ChangesGameVariable, [
        "the variables of the game must not be changed",
        "no se pueden modificar las variables del juego",
        "les variables du jeu ne doivent pas être modifiées",
        "le variabili del gioco non devono essere modificate",
    ]),
    (Rule::ControlsGame, [
        "functions that control the game must not be used",
        "no se pueden usar funciones de control del juego",
        "les fonctions qui contrôlent le jeu ne doivent pas être utilisées",
        "le funzioni che controllano il gioco non devono essere usate",
    ]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::Language;

    #[test]
    fn each_rule_has_its_text_and_rules_are_ordered_by_verdict() {
        assert_eq!(TEXTS.len(), Rule::ALL.len());
        for (entry, known) in TEXTS.iter().zip(Rule::ALL) {
            assert_eq!(entry.0, *known);
            let texts = Language::ALL.map(|language| known.text().get(language));
            assert!(texts.iter().all(|text| !text.is_empty() && !text.ends_with('.')), "{texts:?}");
        }
        let verdicts: Vec<Verdict> = Rule::ALL.iter().map(|rule| rule.verdict()).collect();
        assert!(verdicts.is_sorted(), "{verdicts:?}");
        assert!(Rule::ALL.is_sorted());
    }
}
