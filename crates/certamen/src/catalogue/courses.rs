//! Errors of contests with a timetable, and of the registers and files of courses.

use game::Words;

pub(super) const TEXTS: &[Words] = &[
    Words {
        en: "section [course] needs a section [timetable]: players come over days",
        es: "la sección [course] necesita una sección [timetable]: los jugadores llegan a lo largo de días",
        fr: "la section [course] demande une section [timetable] : les joueurs arrivent au fil des jours",
        it: "la sezione [course] chiede una sezione [timetable]: i giocatori arrivano nel corso di giorni",
    },
    Words {
        en: "it is not after {}, the start",
        es: "no es después de {}, el comienzo",
        fr: "ce n'est pas après {}, le début",
        it: "non è dopo {}, l'inizio",
    },
    Words {
        en: "{} is no time: write for example `2 hours` or `1 day`",
        es: "{} no es un tiempo: escriba por ejemplo `2 hours` o `1 day`",
        fr: "{} n'est pas un temps : écrivez par exemple `2 hours` ou `1 day`",
        it: "{} non è un tempo: scriva per esempio `2 hours` o `1 day`",
    },
    Words {
        en: "{} is too long: a year at most",
        es: "{} es demasiado largo: un año como mucho",
        fr: "{} est trop long : un an au plus",
        it: "{} è troppo lungo: un anno al massimo",
    },
    Words {
        en: "{} is out of range: one minute to one year are possible",
        es: "{} está fuera de rango: son posibles de un minuto a un año",
        fr: "{} est hors limites : d'une minute à un an sont possibles",
        it: "{} è fuori limite: sono possibili da un minuto a un anno",
    },
    Words {
        en: "no published table: {}: put it back as it was, or remove it",
        es: "no es una tabla publicada: {}: devuélvala como estaba, o bórrela",
        fr: "ce n'est pas un tableau publié : {} : remettez-le comme il était, ou supprimez-le",
        it: "non è una tabella pubblicata: {}: la rimetta com'era, o la elimini",
    },
    Words {
        en: "no report: {}: put it back as it was",
        es: "no es un informe: {}: devuélvalo como estaba",
        fr: "ce n'est pas un rapport : {} : remettez-le comme il était",
        it: "non è un rapporto: {}: lo rimetta com'era",
    },
    Words { en: "stored `{}`", es: "`{}` guardado", fr: "`{}` enregistré", it: "`{}` salvato" },
    Words {
        en: "nothing was played before the first round: use `order` or `drawn`",
        es: "no se jugó nada antes de la primera ronda: use `order` o `drawn`",
        fr: "rien n'a été joué avant le premier tour : mettez `order` ou `drawn`",
        it: "non si è giocato niente prima del primo turno: usi `order` o `drawn`",
    },
    Words {
        en: "`{}` is out of range: 1 ms to 24 h are possible",
        es: "`{}` está fuera de rango: son posibles de 1 ms a 24 h",
        fr: "`{}` est hors limites : de 1 ms à 24 h sont possibles",
        it: "`{}` è fuori limite: sono possibili da 1 ms a 24 h",
    },
    Words {
        en: "not of the form ggppnaammddKK.cl",
        es: "no es de la forma ggppnaammddKK.cl",
        fr: "n'est pas de la forme ggppnaammddKK.cl",
        it: "non è della forma ggppnaammddKK.cl",
    },
    Words {
        en: "the player's number is not 1, 2 or 3",
        es: "el número del jugador no es 1, 2 o 3",
        fr: "le numéro du joueur n'est pas 1, 2 ou 3",
        it: "il numero del giocatore non è 1, 2 o 3",
    },
    Words {
        en: "no such day",
        es: "no existe tal día",
        fr: "pas de tel jour",
        it: "non c'è un tale giorno",
    },
    Words {
        en: "a key has {} letters (a-z, A-Z) and digits",
        es: "una clave tiene {} letras (a-z, A-Z) y cifras",
        fr: "une clé a {} lettres (a-z, A-Z) et chiffres",
        it: "una chiave ha {} lettere (a-z, A-Z) e cifre",
    },
    Words {
        en: "not UTF-8: save the register as UTF-8",
        es: "no es UTF-8: guarde el registro de parejas como UTF-8",
        fr: "pas en UTF-8 : enregistrez la liste des paires en UTF-8",
        it: "non è UTF-8: salvi l'elenco delle coppie in UTF-8",
    },
    Words {
        en: "line {}, column {} ({})",
        es: "línea {}, columna {} ({})",
        fr: "ligne {}, colonne {} ({})",
        it: "riga {}, colonna {} ({})",
    },
    Words {
        en: "unknown column: use group, pair, key, names, email and language",
        es: "columna desconocida: use group, pair, key, names, email y language",
        fr: "colonne inconnue : mettez group, pair, key, names, email et language",
        it: "colonna sconosciuta: usi group, pair, key, names, email e language",
    },
    Words {
        en: "there are two of this name",
        es: "hay dos con este nombre",
        fr: "il y en a deux de ce nom",
        it: "ce ne sono due con questo nome",
    },
    Words {
        en: "no column {}: the first line names the columns",
        es: "no hay columna {}: la primera línea nombra las columnas",
        fr: "pas de colonne {} : la première ligne nomme les colonnes",
        it: "non c'è la colonna {}: la prima riga nomina le colonne",
    },
    Words {
        en: "{} fields, the first line names {}",
        es: "{} campos, la primera línea nombra {}",
        fr: "{} champs, la première ligne en nomme {}",
        it: "{} campi, la prima riga ne nomina {}",
    },
    Words {
        en: "files name this pair {} as that of line {}",
        es: "los archivos nombran a esta pareja {} como a la de la línea {}",
        fr: "les fichiers nomment cette paire {} comme celle de la ligne {}",
        it: "i file chiamano questa coppia {} come quella della riga {}",
    },
    Words {
        en: "key `{}` is missing: a contest with a timetable ends at that time, or `never`",
        es: "falta la clave `{}`: una competencia con calendario acaba a esa hora, o `never`",
        fr: "il manque la clé `{}` : un concours avec calendrier finit à cette heure, ou `never`",
        it: "manca la chiave `{}`: una gara con calendario finisce a quell'ora, o `never`",
    },
    Words { en: "{} has {}", es: "{} tiene {}", fr: "{} a {}", it: "{} ha {}" },
];
