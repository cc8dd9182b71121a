//! Submissions to a course, checked locally: the rules come first.

use crate::site::Site;

fn checked(site: &Site, name: &str, source: &str, flags: &[&str]) -> (i32, String) {
    site.write(name, source);
    let arguments = ["check", name, "--game", "mancala8", "--lang", "es", "--patience", "1s"];
    let said = site.run(&[&arguments[..], flags].concat());
    (said.code, said.out)
}

#[test]
fn what_breaks_the_rules_is_not_tried() {
    let site = Site::new();
    let source = "; AbCd123456\n\n(defun mi-f-ev (estado)\n  (let ((x 0))\n    (setq x 1)\n    (nreverse (list x))))\n";
    let (code, out) = checked(&site, "14023140318Ab.cl", source, &[]);
    assert_eq!(code, 3, "{out}");
    let expected = "14023140318Ab.cl: descalificado\n  \
        línea 5, columna 5: (setq x 1): no se permite la asignación: setq\n  \
        línea 6, columna 5: (nreverse (list x)): no se permiten funciones destructivas: nreverse\n\n";
    assert_eq!(out, expected);
    let (code, out) = checked(&site, "14023140318Ab.cl", source, &["--json"]);
    let lines: Vec<serde_json::Value> =
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((code, lines.len()), (3, 2));
    assert_eq!((&lines[0]["rule"], &lines[0]["line"]), (&"Assignment".into(), &5.into()));
    let stolen = "(defun mi-f-ev (e) (setf (aref (estado-tablero e) 0 0) 9) 0)";
    let (code, out) = checked(&site, "mia.cl", stolen, &["--assignment", "local"]);
    assert_eq!(code, 3, "{out}");
    assert!(out.starts_with("mia.cl: proscrito\n"), "{out}");
}

#[test]
fn what_keeps_to_the_rules_is_tried() {
    let site = Site::new();
    // What is in the Kalahas is safe.
    let source = "(defun mi-f-ev (estado) (- (seguro estado (estado-lado-sgte-jugador estado))
        (seguro estado (lado-contrario (estado-lado-sgte-jugador estado)))))
        (defun seguro (estado lado) (get-fichas (estado-tablero estado) lado 6))";
    let (code, out) = checked(&site, "mia.cl", source, &[]);
    assert_eq!(code, 0, "{out}");
    let head =
        "mia.cl: cumple las reglas\n  antes de enviarlo: el fichero debe llamarse ggppnaammddKK.cl";
    assert!(out.starts_with(head), "{out}");
    assert!(out.contains("línea 1, columna 1: la primera línea debe ser un punto y coma"), "{out}");
    assert!(out.contains("builtin:regular, con el saque a favor: "), "{out}");
    assert!(out.contains("jugada más lenta: "), "{out}");
    assert!(out.ends_with("\nmia.cl: aceptado\n"), "{out}");
}

#[test]
fn what_fails_when_it_runs_is_reported_takes_long() {
    let site = Site::new();
    // If no move is better than another, the first hole is sown, which loses.
    let (code, out) =
        checked(&site, "mia.cl", "(defun mi-f-ev (estado) (declare (ignore estado)) 0)", &[]);
    assert_eq!(code, 3, "{out}");
    assert!(out.contains("no alcanza el resultado mínimo"), "{out}");
    let (code, out) = checked(&site, "mia.cl", "(defun mi-f-ev (estado) (car (get-pts 0)))", &[]);
    assert_eq!(code, 3, "{out}");
    assert!(out.contains("falla al ejecutarse"), "{out}");
    assert!(out.contains("not of type"), "in the words of Lisp: {out}");
    check_position(&site, &out);
    assert!(!out.contains("aceptado") && out.ends_with("\nmia.cl: descalificado\n"), "{out}");
    let (code, out) = checked(&site, "mia.cl", "(defun mi-f-ev (estado) (let ((t 1)) 0))", &[]);
    assert_eq!(code, 3, "{out}");
    assert!(out.contains("no compila"), "{out}");
    let slow = "(defun mi-f-ev (estado) (loop))";
    let (code, out) = checked(&site, "mia.cl", slow, &["--move-time", "50ms"]);
    assert_eq!(code, 3, "{out}");
    assert!(out.contains("es demasiado lento: necesita más de 200 ms, se permiten 50 ms"), "{out}");
    check_position(&site, &out);
}

/// The position of a failure is printed so that a match can start from it.
fn check_position(site: &Site, out: &str) {
    let (_, reported) = out.split_once(", en la posición ").unwrap_or_else(|| panic!("{out}"));
    let position = reported.lines().next().unwrap();
    let analysed =
        site.run(&["analyse", "mancala8", "--bot", "builtin:bueno", "--position", position]);
    assert_eq!(analysed.code, 0, "{position}: {analysed:?}");
}

#[test]
fn a_file_of_a_course_that_fails_is_reported_without_english_or_escapes() {
    let site = Site::new();
    let evaluation = "(defun mi-f-ev (e) (/ 1 (- (get-pts 0) (get-pts 0) (if e 0 1))))";
    site.write("x.cl", evaluation);
    let said = site.run(&["check", "x.cl", "--game", "mancala8", "--lang", "es"]);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(said.out.contains("division-by-zero"), "in the words of Lisp: {said:?}");
    assert!(!said.out.contains(": exit"), "{said:?}");
    let long = format!("(defun mi-f-ev (estado) (no-está-aquí estado {}))", "estado ".repeat(40));
    site.write("y.cl", long);
    let said = site.run(&["check", "y.cl", "--game", "mancala8", "--lang", "es"]);
    assert!(said.out.contains('…') && said.out.contains("no-está-aquí"), "{said:?}");
    assert!(!said.out.contains("\\u{"), "{said:?}");
}

#[test]
fn a_course_is_asked_for_its_rules_and_its_limit() {
    let site = Site::new();
    site.write(
        "c/contest.toml",
        "name = \"x\"\ngame = \"mancala8\"\nbots = [\"builtin:regular\"]\n\
         [format]\nkind = \"ladder\"\n[ranking]\nkind = \"win-share\"\n\
         [limits]\nmove_time = \"1500us\"\n[search]\ndepth = 2\n\
         [entries]\ncloses = \"2015-03-13T14:00[Europe/Madrid]\"\n\
         [timetable]\nstarts = \"2015-03-13T12:00[Europe/Madrid]\"\n\
         [course]\nrules = { helpers = 1 }\nminimum = { against = \"regular\" }\n",
    );
    let of_course = |source: &str| {
        site.write("mia.cl", source);
        site.run(&["check", "mia.cl", "--contest", "c", "--lang", "es"])
    };
    let safe = "(defun mi-f-ev (estado) (- (seguro estado (estado-lado-sgte-jugador estado))
        (seguro estado (lado-contrario (estado-lado-sgte-jugador estado)))))
        (defun seguro (estado lado) (get-fichas (estado-tablero estado) lado 6))";
    let said = of_course(safe);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.out.contains(" / 1.500 ms"), "{said:?}");
    assert!(said.out.contains("builtin:regular, con el saque"), "{said:?}");
    assert!(said.out.ends_with("mia.cl: aceptado\n"), "{said:?}");
    let said = of_course(&format!("{safe} (defun otra (x) x)"));
    assert_eq!(said.code, 3, "{said:?}");
    assert!(said.out.contains("demasiadas funciones"), "{said:?}");
}

#[test]
fn a_course_says_how_much_of_its_reference_players_time_is_needed() {
    let site = Site::new();
    let path = crate::site::repository("contests/mancala8-course/reference/bueno.cl");
    site.write("c/reference/bueno.cl", std::fs::read(path).unwrap());
    site.write(
        "c/contest.toml",
        "name = \"x\"\ngame = \"mancala8\"\nbots = [\"builtin:regular\"]\n\
         [format]\nkind = \"ladder\"\n[ranking]\nkind = \"win-share\"\n\
         [limits]\nmove_time = \"50% of reference/bueno.cl:depth=4\"\n[search]\ndepth = 2\n\
         [entries]\ncloses = \"2015-03-13T14:00[Europe/Madrid]\"\n\
         [timetable]\nstarts = \"2015-03-13T12:00[Europe/Madrid]\"\n\
         [course]\nminimum = { against = \"regular\" }\n",
    );
    let check = |source: &str, flags: &[&str]| {
        site.write("mia.cl", source);
        let arguments = ["check", "mia.cl", "--contest", "c", "--lang", "es"];
        site.run(&[&arguments[..], flags].concat())
    };
    let fast = "(defun mi-f-ev (estado) (- (seguro estado (estado-lado-sgte-jugador estado))
        (seguro estado (lado-contrario (estado-lado-sgte-jugador estado)))))
        (defun seguro (estado lado) (get-fichas (estado-tablero estado) lado 6))";
    let said = check(fast, &["--json"]);
    assert_eq!(said.code, 0, "{said:?}");
    let mut lines = said.out.lines().map(|it| serde_json::from_str(it).unwrap());
    let line: serde_json::Value =
        lines.find(|it: &serde_json::Value| it.get("share").is_some()).unwrap();
    let [low, high] = [0, 1].map(|end| line["interval"][end].as_f64().unwrap());
    let share = line["share"].as_f64().unwrap();
    assert!(0.0 < low && low <= share && share <= high && share < 50.0, "{line}");
    let slow = format!("{fast} (defun otra (n) (if (= n 0) 0 (otra (- n 1))))")
        .replace("(defun mi-f-ev (estado) (-", "(defun mi-f-ev (estado) (- (otra 100000)");
    let said = check(&slow, &[]);
    assert_eq!(said.code, 3, "{said:?}");
    let reported = "es demasiado lento: necesita ";
    assert!(said.out.contains(reported), "{said:?}");
}

#[test]
fn a_course_of_packages_takes_packages() {
    let site = Site::new();
    let package = "(defpackage :uno (:use :common-lisp :mancala) (:export :heuristica :*alias*))
        (in-package uno)
        (defvar *alias* '|Uno|)
        (defun seguro (estado lado) (get-fichas (estado-tablero estado) lado 6))
        (defun heuristica (estado) (- (seguro estado (estado-lado-sgte-jugador estado))
          (seguro estado (lado-contrario (estado-lado-sgte-jugador estado)))))";
    // Outside a course, the file itself says what it is.
    let (code, out) = checked(&site, "14023140318Ab.cl", package, &[]);
    assert_eq!(code, 0, "{out}");
    assert!(out.starts_with("14023140318Ab.cl: cumple las reglas\n\n"), "{out}");
    let of = |form: &str| {
        let file = format!(
            "name = \"x\"\ngame = \"mancala8\"\nbots = [\"builtin:regular\"]\n\
             [format]\nkind = \"ladder\"\n[ranking]\nkind = \"win-share\"\n\
             [entries]\ncloses = \"2015-03-13T14:00[Europe/Madrid]\"\n\
             [timetable]\nstarts = \"2015-03-13T12:00[Europe/Madrid]\"\n\
             [course]\nform = \"{form}\"\n"
        );
        site.write("c/contest.toml", file);
        site.run(&["check", "14023140318Ab.cl", "--contest", "c", "--lang", "es"])
    };
    let said = of("package");
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.out.ends_with("14023140318Ab.cl: aceptado\n"), "{said:?}");
    let said = of("functions");
    assert_eq!(said.code, 3, "{said:?}");
    assert!(said.out.contains("el fichero sólo puede contener funciones"), "{said:?}");
    let said = of("archive");
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.err.contains("functions") && said.err.contains("package"), "{said:?}");
}
