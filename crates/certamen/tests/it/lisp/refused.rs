//! Files that are not valid bots, rejected before any of their code runs.

use crate::site::Site;

const CONTEST: &str = "name = \"x\"\ngame = \"mancala8\"\nbots = [\"x.cl\", \"builtin:regular\"]\n\
    [format]\nkind = \"round-robin\"\n[ranking]\nkind = \"points\"\n";

/// The output of a contest that reuses the core built for the first of them.
#[track_caller]
fn check(site: &Site, source: &[u8], words: &str) {
    site.write("c/x.cl", source);
    let said = site.run(&["run", "c", "--quiet"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.err.contains(words), "{words}: {said:?}");
}

#[test]
fn by_what_is_wrong_with_their_forms() {
    let site = Site::new();
    site.write("c/contest.toml", CONTEST);
    let check = |source: &[u8], words: &str| check(&site, source, words);
    check(b"(defun mi-f-ev (e) #.(run-it))", "*READ-EVAL*");
    check(b"(defun mi-f-ev (e) (+ 1 2)", "a parenthesis is missing");
    check(b"(defun mi-f-ev (e) e) (print 1)", "only (defun");
    check(b"(defun evalua (e) e)", "no function has a name that begins with mi-f-ev");
    check(b"(defun get-pts (i) i) (defun mi-f-ev (e) 1)", "GET-PTS is not the player's");
    check(b"(defun mi-f-ev (e) (sb-ext:run-program \"/bin/true\" nil))", "out of reach");
    check(b"(defun mi-f-ev (e) (car 1 2 e))", "it does not compile");
    check(b"", "no function has a name that begins with mi-f-ev");
    check(&[0xff, 0xfe, 0, b'(', 0x80], "a parenthesis is missing");
}

#[test]
fn the_first_function_of_that_name_counts_whatever_its_case_and_letters() {
    let site = Site::new();
    // In Latin-1, as files of those years are, and with another system's line ends.
    site.write(
        "x.cl",
        b"; AbCd123456\r\n; Campe\xf3n\r\n(defun otra (x) (* 2 x))\r\n\
          (DEFUN Mi-F-Ev-14 (estado) (otra (get-pts (estado-lado-sgte-jugador estado))))\r\n\
          (defun mi-f-ev (estado) (error \"~a\" estado))\r\n",
    );
    let said = site.run(&["play", "mancala8", "x.cl", "builtin:first", "--quiet"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(!said.out.contains("forfeits"), "{said:?}");
}

#[test]
fn other_games_have_no_evaluation_functions() {
    let site = Site::new();
    site.write("x.cl", "(defun mi-f-ev (e) 1)");
    let said = site.run(&["play", "footsteps", "x.cl", "builtin:last"]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.err.contains("evaluation functions are for mancala8"), "{said:?}");
    let said = site.run(&["play", "mancala8", "x.cl:deep", "builtin:last"]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.err.contains("`deep` is not an argument: write key=value"), "{said:?}");
}

#[test]
fn a_player_that_values_no_move_is_shown_the_value_and_the_position() {
    let site = Site::new();
    site.write(
        "nada.cl",
        "(defun mi-f-ev (estado) (if (juego-terminado-p estado) -99999 -99999))\n",
    );
    let said = site.run(&["check", "nada.cl", "--game", "mancala8", "--lang", "en"]);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(said.out.contains("no move: all are worth -99999 or less"), "{said:?}");
    assert!(said.out.contains("\"board\"") || said.out.contains("holes"), "{said:?}");
}
