//! The meaning of names: Lisp's own, the library's, the game's, and forbidden ones.

use super::Rule;
use std::{collections::HashMap, sync::LazyLock};

/// Common Lisp's functions, macros and special operators.
const STANDARD_FUNCTIONS: &str = include_str!("standard_functions.txt");
/// Other names of Common Lisp.
const STANDARD_NAMES: &str = include_str!("standard_names.txt");

const LIBRARY: &str = "cuenta-fichas get-fichas list-lado posiciones-con-fichas-lado suma-fila \
    lado-contrario estado-p estado-tablero estado-lado-sgte-jugador estado-debe-pasar-turno \
    estado-accion juego-terminado-p get-pts get-tot reset-tablero-aux put-tablero-aux \
    generar-sucesores acciones-posibles ejecuta-accion max-list";

/// A library function that some courses did not have: files may define it.
const BROUGHT_ALONG: &str = "max-list";

/// Functions of the course's program that change the board or the state they are given.
const CHANGES_ARGUMENT: &str = "put-fichas anade-ficha anade-fichas limpia-fichas \
    distribuye-fichas cambia-lado-sgte-jugador";

/// Functions of the course's program that change its scoreboard.
const CHANGES_SCORE: &str = "set-pts set-tot act-marcador reset-marcador reset-contadores tablas-p";

/// Functions of the course's program that control the game: "no se admitirán jugadores que usen
/// funciones de control del juego".
const CONTROL: &str = "partida local-loop minimax minimax-1 minimax-a-b negamax negamax-1 \
    f-j-humano f-j-mmx f-j-nmx pide-accion make-jugador informa-final-de-juego winner get-timeout";

/// Variables of the course's program.
const GAME_VARIABLES: &str = "*tablero* *marcador* *estado* *long-fila* *k* *kalaha* *timeout* \
    *thumano* *verb* *verjugada* *vermarcador* *debug-level* *debug-mmx* *debug-nmx* *tournament* \
    *njugada* *maxjugadas* *tablas* *hist-1* *hist-2* *avge1* *avge2* *fichas-inicio* \
    *fichas-jugador* *max-tengo* *2-sentidos* *logfile* *vers*";

const FORBIDDEN: &[(Rule, &str)] = &[
    (
        Rule::Assignment,
        "setq setf psetq psetf push pushnew pop incf decf rotatef shiftf remf multiple-value-setq \
         set progv symbol-macrolet",
    ),
    (
        Rule::Destructive,
        "delete delete-if delete-if-not delete-duplicates nconc nreconc nreverse nbutlast nunion \
         nintersection nset-difference nset-exclusive-or nsublis nsubst nsubst-if nsubst-if-not \
         nsubstitute nsubstitute-if nsubstitute-if-not nstring-upcase nstring-downcase \
         nstring-capitalize rplaca rplacd sort stable-sort merge fill replace map-into mapcan \
         mapcon vector-push vector-push-extend vector-pop adjust-array remhash clrhash remprop \
         makunbound fmakunbound slot-makunbound change-class reinitialize-instance \
         shared-initialize set-pprint-dispatch set-macro-character \
         set-dispatch-macro-character set-syntax-from-char make-dispatch-macro-character",
    ),
    (
        Rule::Evaluation,
        "eval compile compile-file intern unintern find-symbol find-all-symbols symbol-function \
         symbol-value symbol-plist fdefinition macro-function compiler-macro-function \
         get-setf-expansion macroexpand macroexpand-1 read read-from-string \
         read-preserving-whitespace read-delimited-list load-time-value eval-when macrolet \
         function-lambda-expression disassemble do-symbols do-all-symbols do-external-symbols \
         with-package-iterator make-symbol gentemp ensure-generic-function make-load-form",
    ),
    (
        Rule::Definition,
        "defun defmacro defvar defparameter defconstant defstruct defclass defgeneric defmethod \
         deftype defsetf define-setf-expander define-modify-macro define-compiler-macro \
         define-symbol-macro define-condition define-method-combination defpackage in-package \
         make-package delete-package rename-package use-package unuse-package import export \
         unexport shadow shadowing-import proclaim declaim provide require trace untrace \
         add-method remove-method",
    ),
    (
        Rule::Files,
        "open close load with-open-file delete-file rename-file probe-file directory truename \
         ensure-directories-exist file-author file-length file-position file-string-length \
         file-write-date compile-file-pathname dribble ed read-line read-char read-char-no-hang \
         read-byte read-sequence peek-char unread-char listen clear-input y-or-n-p yes-or-no-p \
         pathname merge-pathnames parse-namestring logical-pathname translate-pathname \
         load-logical-pathname-translations user-homedir-pathname make-pathname",
    ),
    (
        Rule::Processes,
        "run-program run-shell-command shell quit exit bye sleep break invoke-debugger \
         make-thread make-process posix-getenv machine-instance inspect step",
    ),
];

/// What a name means, unless the submission defines it itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    Forbidden(Rule),
    Library,
    ChangesArgument,
    ChangesScore,
    Control,
    GameVariable,
    StandardFunction,
    /// A name of Common Lisp that is not a function.
    StandardName,
}

pub(super) fn meaning(word: &str) -> Option<Meaning> {
    MEANINGS.get(word).copied()
}

/// Whether the submission may not define a function of this name.
pub(super) fn is_taken(word: &str) -> bool {
    word != BROUGHT_ALONG && !matches!(meaning(word), None | Some(Meaning::GameVariable))
}

/// Whether the name has the conventional form of a global variable: `*name*`.
pub(super) fn has_earmuffs(word: &str) -> bool {
    word.len() > 2 && word.starts_with('*') && word.ends_with('*')
}

static MEANINGS: LazyLock<HashMap<&'static str, Meaning>> = LazyLock::new(|| {
    let groups = [
        (STANDARD_NAMES, Meaning::StandardName),
        (STANDARD_FUNCTIONS, Meaning::StandardFunction),
        (LIBRARY, Meaning::Library),
        (CHANGES_ARGUMENT, Meaning::ChangesArgument),
        (CHANGES_SCORE, Meaning::ChangesScore),
        (CONTROL, Meaning::Control),
        (GAME_VARIABLES, Meaning::GameVariable),
    ];
    let forbidden = FORBIDDEN.iter().map(|(rule, words)| (*words, Meaning::Forbidden(*rule)));
    // Later entries replace earlier ones: forbidden functions are standard ones, too.
    let groups = groups.into_iter().chain(forbidden);
    let named = |(words, meaning): (&'static str, Meaning)| {
        words.split_whitespace().map(move |word| (word, meaning))
    };
    groups.flat_map(named).collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_one_meaning_each() {
        assert_eq!(STANDARD_FUNCTIONS.split_whitespace().count(), 752);
        assert_eq!(STANDARD_NAMES.split_whitespace().count(), 226);
        assert_eq!(meaning("car"), Some(Meaning::StandardFunction));
        assert_eq!(meaning("nreverse"), Some(Meaning::Forbidden(Rule::Destructive)));
        assert_eq!(meaning("cuenta-fichas"), Some(Meaning::Library));
        assert_eq!(meaning("variable"), Some(Meaning::StandardName));
        assert_eq!(meaning("mi-funcion"), None);
        let mut words: Vec<&str> =
            FORBIDDEN.iter().flat_map(|(_, words)| words.split_whitespace()).collect();
        words.sort_unstable();
        assert!(words.windows(2).all(|pair| pair[0] != pair[1]), "duplicate word");
    }
}
