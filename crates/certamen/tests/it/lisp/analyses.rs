//! `certamen analyse` with evaluations and searches in Lisp.

use super::bueno;
use crate::{
    analyse::recorded,
    site::{Site, repository},
};
use serde_json::{Value, json};

/// Number of recorded positions to check.
const SAMPLE: usize = 60;

/// An author's `minimax-a-b`.
const OWN: &str = "
(defun minimax-a-b (estado profundidad-max f-evaluacion)
  (let ((mejor nil) (alfa -99999))
    (dolist (sucesor (generar-sucesores estado) mejor)
      (let ((valor (- (poda sucesor (1- profundidad-max) f-evaluacion -100000 (- alfa)))))
        (when (> valor alfa)
          (setq alfa valor mejor sucesor))))))
(defun poda (estado profundidad f-evaluacion alfa beta)
  (let ((sucesores (unless (zerop profundidad) (generar-sucesores estado))))
    (if (null sucesores)
        (funcall f-evaluacion estado)
        (dolist (sucesor sucesores alfa)
          (setq alfa (max alfa (- (poda sucesor (1- profundidad) f-evaluacion (- beta) (- alfa)))))
          (when (>= alfa beta) (return alfa))))))";

fn lines(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn write_positions(site: &Site, searches: &[&Value]) {
    let position = |it: &&Value| json!({"board": it["board"], "turn": it["side"]}).to_string();
    site.write("p.jsonl", searches.iter().map(position).collect::<Vec<_>>().join("\n"));
}

#[test]
fn values_and_moves_are_those_that_were_recorded() {
    let (site, recorded) = (Site::new(), recorded());
    for (name, bot) in [("regular", repository("bots/mancala8/regular-lisp")), ("bueno", bueno())] {
        for depth in 1..=3 {
            let asked = recorded.iter().filter(|it| !it[name][depth - 1].is_null());
            let asked: Vec<&Value> = asked.step_by(3).take(SAMPLE).collect();
            write_positions(&site, &asked);
            let depth_text = depth.to_string();
            let words = ["analyse", "mancala8", "--bot", &bot, "--depth", &depth_text];
            let positions = ["--positions", "p.jsonl", "--json"];
            let found = lines(&site.succeed(&[&words[..], &positions].concat()));
            assert_eq!(found.len(), SAMPLE);
            for (found, it) in found.iter().zip(asked) {
                let expected = &it[name][depth - 1];
                assert_eq!(found["move"], format!("R {}", expected["move"]), "{it}");
                for (hole, value) in expected["values"].as_object().unwrap() {
                    assert_eq!(found["values"][format!("R {hole}")], *value, "{it}");
                }
            }
        }
    }
}

#[test]
fn a_search_of_ones_own_is_checked_against_ours() {
    let (site, recorded) = (Site::new(), recorded());
    write_positions(&site, &recorded.iter().take(20).collect::<Vec<_>>());
    site.write("own.cl", OWN);
    let analyse = ["analyse", "mancala8", "--bot", "builtin:bueno", "--depth", "3"];
    let with = |search: &str| {
        site.run(
            &[&analyse[..], &["--positions", "p.jsonl", "--json", "--search", search]].concat(),
        )
    };
    let (own, ours) = (with("own.cl"), with("alpha-beta"));
    assert_eq!(own.code, 0, "{own:?}");
    assert!(own.err.contains("own.cl: the same move as ours 20/20"), "{own:?}");
    for (own, ours) in lines(&own.out).iter().zip(lines(&ours.out)) {
        assert_eq!((&own["move"], &own["evaluations"]), (&ours["move"], &ours["evaluations"]));
    }
    // Choosing the last of equal moves is a different answer.
    site.write("own.cl", OWN.replace("(> valor alfa)", "(>= valor alfa)"));
    let wrong = with("own.cl");
    assert_eq!(wrong.code, 3, "{wrong:?}");
    assert!(wrong.err.contains("the same move as ours 4/20"), "{wrong:?}");
    site.write("own.cl", OWN.replace("minimax-a-b", "otra-cosa"));
    let none = with("own.cl");
    assert_eq!(none.code, 1, "{none:?}");
    assert!(none.err.contains("no function is named minimax-a-b"), "{none:?}");
}

#[test]
fn costs_in_lisp_stand_side_by_side() {
    let site = Site::new();
    let out = site.succeed(&["analyse", "mancala8", "--bot", &bueno(), "--depth", "4"]);
    let row = |name: &str| {
        let line = out.lines().find(|line| line.trim_start().starts_with(name));
        let words = line.unwrap_or_else(|| panic!("{name}: {out}")).split_whitespace();
        words.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(row("minimax")[1..3], ["795", "619"], "{out}");
    assert!(row("alpha-beta gains").contains(&"119".to_owned()), "{out}");
    let traced = ["--depth", "2", "--trace", "--search", "alpha-beta"];
    let out = site.succeed(&[&["analyse", "mancala8", "--bot", &bueno()], &traced[..]].concat());
    assert!(out.contains("cut"), "{out}");
}

#[test]
fn what_goes_wrong_is_reported_in_its_words() {
    let site = Site::new();
    site.write("x.cl", "(defun mi-f-ev (e) (if (juego-terminado-p e) 1 (/ 1 (get-tot 0))))");
    let said = site.run(&["analyse", "mancala8", "--bot", "x.cl"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.err.contains("x: exit: division-by-zero"), "{said:?}");
    site.write("x.cl", "(defun mi-f-ev (e) (if (juego-terminado-p e) 1 (random 1000)))");
    write_positions(&site, &recorded().iter().take(30).collect::<Vec<_>>());
    let words = ["analyse", "mancala8", "--bot", "x.cl", "--depth", "3", "--positions", "p.jsonl"];
    let said = site.run(&words);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.err.contains("evaluates the same position differently"), "{said:?}");
}
