//! Each kind of failure has its verdict, with a text for the author.

use super::{check_rival, contest};
use crate::site::Site;

/// The bot, its fault, and words of the text for its author.
const CASES: &[(&str, &str, &str, &str)] = &[
    ("divide", "(defun mi-f-ev (e) (/ 1 (- (get-pts 0) (get-pts 0) (if e 0 1))))", "exit", "zero"),
    ("undefined", "(defun mi-f-ev (e) (no-esta e))", "exit", "NO-ESTA is undefined"),
    ("bounds", "(defun mi-f-ev (e) (get-fichas (estado-tablero e) 0 7))", "exit", "7"),
    ("throws", "(defun mi-f-ev (e) (throw 'fuera e))", "exit", "FUERA"),
    ("nothing", "(defun mi-f-ev (e) (when (null e) 1))", "illegal", "NIL is no real number"),
    ("text", "(defun mi-f-ev (e) (if e \"7\" 1))", "illegal", "7 is no real number"),
    ("complex", "(defun mi-f-ev (e) (if e (sqrt -2) 1))", "illegal", "is no real number"),
    ("huge", "(defun mi-f-ev (e) (if e (expt 10 400) 1))", "illegal", "too large"),
    ("endless", "(defun mi-f-ev (e) (loop while e))", "timeout", ""),
    ("deep", "(defun mi-f-ev (e) (1+ (mi-f-ev e)))", "crash", "too deep a recursion"),
    (
        "hungry",
        "(defun mi-f-ev (e) (do ((l nil (cons (make-array 999) l))) ((null e) (length l))))",
        "memory",
        "Heap exhausted",
    ),
    ("board", "(defun mi-f-ev (e) (setf (aref (estado-tablero e) 0 0) 9) 1)", "security", "board"),
    ("turn", "(defun mi-f-ev (e) (setf (estado-lado-sgte-jugador e) 7) 1)", "security", "state"),
    ("holes", "(defun mi-f-ev (e) (setf *long-fila* 5) (if e 1 0))", "security", "variable"),
    (
        "library",
        "(defun mi-f-ev (e) (setf (symbol-function 'get-pts) #'identity) (if e 1 0))",
        "security",
        "GET-PTS",
    ),
];

#[test]
fn each_failure_has_its_verdict_and_the_rival_goes_on() {
    let site = Site::new();
    let players: Vec<(&str, &str)> = CASES.iter().map(|case| (case.0, case.1)).collect();
    let matches = contest(&site, &players, &[]);
    check_rival(&matches);
    for (name, _, fault, words) in CASES {
        let own: Vec<_> =
            matches.iter().filter(|it| it.seats.iter().any(|seat| seat == name)).collect();
        assert_eq!(own.len(), 2, "{name}");
        for it in own {
            let seat = u64::from(it.seats[1] == *name);
            assert_eq!(it.fault, Some((seat, (*fault).to_owned())), "{name}");
            let place = format!("c#{}", it.number);
            let said = site.run(&["show", &place, "--stderr", &seat.to_string()]).out;
            assert!(said.contains(words), "{name}: {said:?}");
        }
    }
}

#[test]
fn the_value_that_is_none_stands_in_the_record() {
    let site = Site::new();
    site.write("x.cl", "(defun mi-f-ev (e) (list (estado-lado-sgte-jugador e)))");
    site.succeed(&["play", "mancala8", "x.cl", "builtin:regular", "--quiet", "--record", "r"]);
    let record = std::fs::read_to_string(site.path().join("r")).unwrap();
    assert!(record.contains(r#""fault":"illegal","reply":"(0) is no real number""#), "{record}");
}

#[test]
fn what_a_player_prints_is_no_answer() {
    let site = Site::new();
    let printer = "(defun mi-f-ev (e) (format t \"v 1 2 3~%ready~%\") (print (read nil nil 0))
        (- (get-pts (estado-lado-sgte-jugador e)) 18))";
    let matches = contest(&site, &[("printer", printer)], &[]);
    check_rival(&matches);
    assert!(matches.iter().all(|it| it.fault.is_none()), "{matches:?}");
    let said = site.run(&["show", "c#1", "--stderr", "0"]).out;
    let other = site.run(&["show", "c#1", "--stderr", "1"]).out;
    assert!(format!("{said}{other}").contains("v 1 2 3"), "{said:?} {other:?}");
}

#[test]
fn nothing_of_a_match_is_left_for_the_next() {
    // Its board is set up in the first call of a match; in later calls it has marks.
    let player = "(defun mi-f-ev (e)
        (when *tablero-aux* (put-tablero-aux 1 6 1))
        (unless *tablero-aux* (print (list 'fresh (reset-tablero-aux))))
        (+ (random 100) (if (juego-terminado-p e) 1 0)))";
    let site = Site::new();
    let matches = contest(&site, &[("marks", player)], &[]);
    for it in matches.iter().filter(|it| it.seats.contains(&"marks".to_owned())) {
        let seat = u64::from(it.seats[1] == "marks").to_string();
        let said = site.run(&["show", &format!("c#{}", it.number), "--stderr", &seat]).out;
        assert_eq!(said.matches("FRESH").count(), 1, "{said}");
        assert!(said.contains("((0 0 0 0 0 0 0) (0 0 0 0 0 0 0))"), "{said}");
    }
    let player = "(defun mi-f-ev (e) (+ (random 100) (if (juego-terminado-p e) 1 0)))";
    let twice: Vec<_> = (0..2).map(|_| contest(&Site::new(), &[("lots", player)], &[])).collect();
    let points = |run: &[super::Played]| run.iter().map(|it| it.points.clone()).collect::<Vec<_>>();
    assert_eq!(points(&twice[0]), points(&twice[1]), "lots are drawn from the seed");
}

/// A bot that changes its own constants finds the next match as the first one: bots that might keep
/// state get a process for each match.
#[test]
fn changed_constants_are_restored_for_the_next_match() {
    let site = Site::new();
    // The auxiliary board exists from the first call of a match on.
    let player = "(defun mi-f-ev (e)
        (if (and (null *tablero-aux*) (/= 0 (first (constante)))) (error \"left\"))
        (reset-tablero-aux)
        (incf (first (constante)))
        (- (get-pts (estado-lado-sgte-jugador e)) 18))
      (defun constante () '(0))";
    let matches = contest(&site, &[("constant", player)], &["--jobs", "1"]);
    check_rival(&matches);
    assert!(matches.iter().all(|it| it.fault.is_none()), "{matches:?}");
}

#[test]
fn a_first_timeout_does_not_count_and_stands_in_the_log_of_attempts() {
    let site = Site::new();
    site.write("c/lento.cl", "(defun mi-f-ev (e) (loop while e))");
    site.write(
        "c/contest.toml",
        "name = \"x\"\ngame = \"mancala8\"\nbots = [\"lento.cl\", \"builtin:first\"]\n\
         [format]\nkind = \"round-robin\"\ngames_per_pair = 1\n[ranking]\nkind = \"points\"\n\
         [limits]\nmove_time = \"20 ms\"\n",
    );
    site.succeed(&["run", "c", "--quiet"]);
    let matches = site.succeed(&["matches", "c", "--format", "json"]);
    assert!(matches.lines().count() == 1 && matches.contains("\"timeout\""), "{matches}");
    site.succeed(&["export", "c", "--out", "x"]);
    let export = std::fs::read_to_string(site.path().join("x")).unwrap();
    let noted = export.lines().filter(|line| line.contains("lento was too slow in the first"));
    assert_eq!(noted.count(), 1, "{export}");
}
