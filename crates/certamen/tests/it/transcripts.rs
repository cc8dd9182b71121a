//! A match in the output format of the course's own program.

use crate::site::Site;

fn reported(site: &Site, flags: &[&str]) -> String {
    let arguments = ["show", "r.jsonl", "--transcript", "--lang", "es"];
    site.succeed(&[&arguments[..], flags].concat())
}

/// From the position that the announcement discusses, set up as it describes.
fn recorded() -> Site {
    let site = Site::new();
    let names = ["Ju-Mmx-Regular=builtin:regular", "Ju-Mmx-Bueno=builtin:bueno"];
    let board = "board=[[1,0,1,3,2,4,7],[2,1,2,5,3,0,5]]";
    let arguments = ["--option", board, "--option", "turn=0", "--record", "r.jsonl", "--quiet"];
    site.succeed(&[&["play", "mancala8"][..], &names, &arguments].concat());
    site
}

#[test]
fn a_match_is_described_from_board_to_board() {
    let text = reported(&recorded(), &[]);
    let first = "Juego: (1) Ju-Mmx-Regular vs Ju-Mmx-Bueno (2)\n\
        Local game Ju-Mmx-Regular-Ju-Mmx-Bueno depth=2\nTABLERO:\n\n     5  4  3  2  1  0\n";
    assert!(text.starts_with(first), "{text}");
    assert!(text.contains("[J 1] El turno es de Ju-Mmx-Regular\n"), "{text}");
    assert!(text.contains("pasa turno.\n"), "{text}");
    assert!(text.contains("\nFIN DEL JUEGO por "), "{text}");
    assert!(text.lines().last().unwrap().starts_with("Marcador: Ju-Mmx-Regular "), "{text}");
    assert!(!text.contains("Introduzca jugada"), "no one was asked: {text}");
}

#[test]
fn switches_leave_parts_out() {
    let site = recorded();
    let points = reported(&site, &["--without", "verb,verjugada"]);
    assert!(points.starts_with("  1 18-18\n"), "{points}");
    let moves = reported(&site, &["--debug-level", "1"]);
    assert!(moves.lines().skip(1).all(|line| line.starts_with("[J ")), "{moves}");
    assert_eq!(reported(&site, &["--debug-level", "0", "--without", "verb"]), "");
    let search = reported(&site, &["--debug-mmx"]);
    assert!(search.contains("\n  (R 0) => ") && search.contains("evaluaciones: "), "{search}");
    let deeper = reported(&site, &["--debug-mmx", "--depth", "3"]);
    assert!(deeper.len() > search.len());
}

#[test]
fn a_person_is_shown_what_can_be_played() {
    let site = recorded();
    let record = std::fs::read_to_string(site.path().join("r.jsonl")).unwrap();
    let start: String = record.lines().take(3).flat_map(|line| [line, "\n"]).collect();
    site.write("r.jsonl", start.replace("Ju-Mmx-Regular", "human"));
    let text = reported(&site, &[]);
    assert!(text.starts_with("Juego: (1) Humano vs Ju-Mmx-Bueno (2)\n"), "{text}");
    assert!(text.contains("Jugador Humano.\nElija entre: ((R 0) (R 2) (R 3)"), "{text}");
    assert!(text.contains("=> Ultima ficha en "), "{text}");
    assert!(text.lines().last().unwrap().contains("El turno es de "), "{text}");
}

#[test]
fn other_games_do_not_report_it() {
    let site = Site::new();
    let arguments = ["play", "intervalo", "builtin:random", "builtin:random", "--seed", "1"];
    site.succeed(&[&arguments[..], &["--record", "r.jsonl", "--quiet"]].concat());
    let said = site.run(&["show", "r.jsonl", "--transcript"]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.err.contains("--transcript is only for mancala8: this is intervalo"), "{said:?}");
    assert_eq!(site.run(&["show", "r.jsonl", "--debug-mmx"]).code, 2);
}
