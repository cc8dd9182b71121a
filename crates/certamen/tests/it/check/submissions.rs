//! Files of a course at home: what the rules say comes first.

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
    let head = "mia.cl: aceptado\n  antes de enviarlo: el fichero debe llamarse ggppnaammddKK.cl";
    assert!(out.starts_with(head), "{out}");
    assert!(out.contains("línea 1, columna 1: la primera línea debe ser un punto y coma"), "{out}");
    assert!(out.contains("builtin:regular, con el saque a favor: "), "{out}");
    assert!(out.contains("jugada más lenta: "), "{out}");
}

#[test]
fn what_fails_when_it_runs_is_told_takes_long() {
    let site = Site::new();
    // Without a difference between moves the first hole is sown, which loses.
    let (code, out) =
        checked(&site, "mia.cl", "(defun mi-f-ev (estado) (declare (ignore estado)) 0)", &[]);
    assert_eq!(code, 3, "{out}");
    assert!(out.contains("no alcanza el resultado mínimo"), "{out}");
    let (code, out) = checked(&site, "mia.cl", "(defun mi-f-ev (estado) (car (get-pts 0)))", &[]);
    assert_eq!(code, 3, "{out}");
    assert!(out.contains("falla al ejecutarse"), "{out}");
    assert!(out.contains("not of type"), "in the words of Lisp: {out}");
    let (code, out) = checked(&site, "mia.cl", "(defun mi-f-ev (estado) (let ((t 1)) 0))", &[]);
    assert_eq!(code, 3, "{out}");
    assert!(out.contains("no compila"), "{out}");
    let slow = "(defun mi-f-ev (estado) (loop))";
    let (code, out) = checked(&site, "mia.cl", slow, &["--move-time", "50ms"]);
    assert_eq!(code, 3, "{out}");
    assert!(out.contains("es demasiado lento: > 400 %"), "{out}");
}

#[test]
fn a_file_of_a_course_that_fails_is_told_so_without_english_or_escapes() {
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
