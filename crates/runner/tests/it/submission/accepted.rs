//! What players may do: real players of such a course do all of this.

use crate::submission::checked::compare;
use certamen_runner::submission::Assignment;

const ACCEPTED: &[&str] = &[
    "; AbCd123456\n; Campeon\n\n(defun mi-f-ev (estado) 0)",
    "(DEFUN Mi-F-Ev (Estado) (Get-Pts (Estado-Lado-Sgte-Jugador Estado)))",
    "(defun mi-f-ev-2 (estado) (random 100))",
    // The library.
    "(defun mi-f-ev (estado)
       (let* ((tablero (estado-tablero estado)) (lado (estado-lado-sgte-jugador estado))
              (otro (lado-contrario lado)))
         (+ (cuenta-fichas tablero lado 0) (get-fichas tablero otro 6) (suma-fila tablero lado)
            (length (posiciones-con-fichas-lado tablero lado 0)) (get-tot lado)
            (apply #'max (list-lado estado lado))
            (if (or (juego-terminado-p estado) (estado-debe-pasar-turno estado)) 1 0))))",
    // Not every course had this one.
    "(defun mi-f-ev (estado) (or (max-list (list-lado estado 0)) 0))",
    "(defun mi-f-ev (estado) (max-list (list-lado estado 0)))
     (defun max-list (lista) (reduce #'max lista))",
    // The auxiliary board is written through its functions and read with aref.
    "(defun mi-f-ev (estado)
       (reset-tablero-aux) (put-tablero-aux 0 6 (get-pts 0)) (aref *tablero-aux* 0 6))",
    // The reference Bueno expands the state.
    "(defun mi-f-ev (estado)
       (if (juego-terminado-p estado) -50
         (reduce #'max (mapcar (lambda (x) (valor x)) (generar-sucesores estado)))))
     (defun valor (x) (- (get-pts 0) (get-fichas (estado-tablero x) 0 6)))",
    "(defun mi-f-ev (estado)
       (loop for accion in (acciones-posibles estado)
             maximize (valor (ejecuta-accion estado accion))))
     (defun valor (x) (suma-fila (estado-tablero x) 0 *long-fila*))",
    // Quoted data is data.
    "(defun mi-f-ev (estado) (length '(setq setf (defun car ()) eval)))",
    "(defun mi-f-ev (estado) (case (car '(setq)) (setq 1) ((delete nconc) 2) (t 3)))",
    "(defun mi-f-ev (estado) (if (member 'delete '(delete sort) :test #'eq) 1 0))",
    "(defun mi-f-ev (estado) (length `(push ,(get-pts 0) pop)))",
    "(defun mi-f-ev (estado) \"no usa (setq x 1) #.(quit)\" 0) ; (setf a 1) #+x",
    "(defun mi-f-ev (estado) #| (setq a 1) #| anidado |# |# 0)",
    "(defun mi-f-ev (estado) (if (typep 3 '(satisfies evenp)) 1 (length (list 'eval 'setq))))",
    "(defun mi-f-ev (estado) (if (typep 3 '(satisfies mio)) 1 0))\n(defun mio (x) (= x 3))",
    // A local name is local.
    "(defun mi-f-ev (push) (let ((setq 1) (delete 2)) (+ setq delete (get-pts 0))))",
    "(defun mi-f-ev (estado) (flet ((partida (x) (* 2 x))) (partida 3)))",
    "(defun mi-f-ev (estado) (labels ((cuenta-fichas (n) (if (= n 0) 0 (cuenta-fichas (1- n)))))
       (cuenta-fichas 3)))",
    "(defun mi-f-ev (estado) (destructuring-bind (pop &optional (decf 1)) '(1) (+ pop decf)))",
    "(defun mi-f-ev (estado) (dolist (nconc '(1 2) 3) (print nconc)))",
    "(defun mi-f-ev (estado) (loop for push in '(1 2) and pop from 3 sum (* push pop)))",
    "(defun mi-f-ev (estado) (multiple-value-bind (sort fill) (floor 7 2) (+ sort fill)))",
    "(defun mi-f-ev (estado) (block set (return-from set 1)))",
    "(defun mi-f-ev (estado &aux (x 1)) 0)\n(defun f (&key (set 1) ((:pop decf) 2)) (+ set decf))",
    // What binds and steps without assigning.
    "(defun mi-f-ev (estado) (do ((i 0 (1+ i)) (s 0 (+ s i))) ((= i 6) s)))",
    "(defun mi-f-ev (estado) (prog ((i 0)) otra (when (= i 0) (return 5)) (go otra)))",
    "(defun mi-f-ev (estado) (loop with a = 1 and b = 2 for (x . y) in '((1 . 2)) repeat 3
       when (> x y) collect x into l and sum y into m finally (return (+ a b m (length l)))))",
    "(defun mi-f-ev (estado) (loop (return 1)))",
    "(defun mi-f-ev (estado) (handler-case (/ 1 0) (error (e) (progn e 0))))",
    "(defun mi-f-ev (estado) (funcall (lambda (x &rest y) (apply '+ x y)) 1 2 3))",
    "(defun mi-f-ev (estado) ((lambda (x) (* x x)) 3))",
    "(defun mi-f-ev (estado) (let ((f #'mi-suma)) (funcall f 1 2)))\n(defun mi-suma (a b) (+ a b))",
    "(defun mi-f-ev (estado) (declare (optimize (speed 3)) (type estado estado)) (the fixnum 3))",
    "(defun mi-f-ev (estado) (let ((tabla (make-array '(2 7) :initial-element 0))) (aref tabla 0 1)))",
    "(defun mi-f-ev (estado) (remove-if-not #'(lambda (x) (= x 0)) (list-lado estado 0)))",
    "(defun mi-f-ev (estado) (let ((*print-base* 10)) (format nil \"~a\" 1) 3))",
    "(defun mi-f-ev (estado) (funci\u{f3}n-auxiliar 1))\n(defun funci\u{f3}n-auxiliar (a\u{f1}o) a\u{f1}o)",
    "(defun mi-f-ev (estado) (char-code #\\() )",
    "(defun mi-f-ev (estado) (|MI-OTRA| 1.5d0 -3/4 #xff #b101 #c(1 2) #(1 2) #*01 #2A((1) (2))))
     (defun mi-otra (&rest todo) (length todo))",
];

#[test]
fn lawful_players_are_accepted() {
    let table: Vec<(&str, &str)> = ACCEPTED.iter().map(|source| (*source, "accepted")).collect();
    compare(&table, Assignment::Forbidden);
    compare(&table, Assignment::Local);
}

#[test]
fn ten_functions_are_lawful() {
    let helpers: Vec<String> = (1..=9).map(|n| format!("(defun a{n} () {n})\n")).collect();
    let source = format!("(defun mi-f-ev (estado) (a1))\n{}", helpers.concat());
    compare(&[(&source, "accepted")], Assignment::Forbidden);
    let more = format!("{source}(defun a10 () 10)\n");
    compare(&[(&more, "disqualified: 11 TooManyFunctions")], Assignment::Forbidden);
}

/// What `assignment = "local"` admits: variables and objects of the function's own.
#[test]
fn local_assignment_is_an_option() {
    let table = [
        "(defun mi-f-ev (estado) (let ((x 0)) (dotimes (i 6 x) (incf x i))))",
        "(defun mi-f-ev (estado) (let ((l nil)) (dotimes (i 6) (push i l)) (pop l) (length l)))",
        "(defun mi-f-ev (estado) (setq estado nil) 0)",
        "(defun mi-f-ev (estado) (let ((v (make-array 6 :initial-element 0)))
           (setf (aref v 0) 3) (incf (aref v 1)) (aref v 0)))",
        "(defun mi-f-ev (estado) (let ((h (make-hash-table))) (setf (gethash 1 h) 2) 0))",
        "(defun mi-f-ev (estado) (let (a b) (setf a 1 b 2) (rotatef a b) (psetq a 1 b 2)
           (multiple-value-setq (a b) (floor 7 2)) a))",
        "(defun mi-f-ev (estado) (loop with m = 0 for x in (list-lado estado 0)
           do (when (> x m) (setf m x)) finally (return m)))",
        "(defun mi-f-ev (estado) (pon (make-array 3)))\n(defun pon (v) (setf (aref v 0) 1))",
    ];
    let accepted: Vec<(&str, &str)> = table.iter().map(|source| (*source, "accepted")).collect();
    compare(&accepted, Assignment::Local);
    for source in table {
        let rules = certamen_runner::submission::SourceRules::default();
        let findings = certamen_runner::submission::check(
            source,
            certamen_runner::submission::SourceForm::default(),
            &rules,
        )
        .findings;
        assert!(!findings.is_empty(), "{source}");
        assert!(
            findings.iter().all(|f| f.rule == certamen_runner::submission::Rule::Assignment),
            "{findings:?}"
        );
    }
    let still = [
        ("(defun mi-f-ev (estado)\n (setq global 1))", "disqualified: 2 Assignment"),
        ("(defun mi-f-ev (estado)\n (sort (list 3 1) #'<))", "disqualified: 2 Destructive"),
        (
            "(defun mi-f-ev (estado)\n (setf (aref *tablero-aux* 0 0) 1))",
            "disqualified: 2 Assignment",
        ),
        (
            "(defun mi-f-ev (estado)\n (setf (aref (estado-tablero estado) 0 0) 1))",
            "proscribed: 2 ChangesState",
        ),
        ("(defun mi-f-ev (estado)\n (set 'x 1))", "disqualified: 2 Assignment"),
        ("(defun mi-f-ev (estado)\n (setf (car '(1 2)) 3))", "disqualified: 2 Assignment"),
    ];
    compare(&still, Assignment::Local);
}
