//! What players may not do; a corrected version may be sent.

use crate::submission::checked::compare;
use certamen_runner::submission::{Assignment, SourceForm, SourceRules, check};

#[test]
fn the_form_of_the_file() {
    compare(
        &[
            ("; AbCd123456\n; solo comentarios", "disqualified: 0 NoFunction"),
            ("(defun otra (estado)\n 0)", "disqualified: 1 FirstFunction"),
            ("(defun otra (e) 0)\n(defun mi-f-ev (e) 0)", "disqualified: 1 FirstFunction"),
            ("(defun mi-f-ev () 0)", "disqualified: 1 OneArgument"),
            ("(defun mi-f-ev (estado x) 0)", "disqualified: 1 OneArgument"),
            ("(defun |mi-f-ev| (estado) 0)", "disqualified: 1 FirstFunction"),
            ("(defun mi-f-ev (e) 0)\n(defvar *x* 1)", "disqualified: 2 OtherTopLevel"),
            ("(defun mi-f-ev (e) 0)\n(print 1)", "disqualified: 2 OtherTopLevel"),
            (
                "(setf *mi-jugador* (make-jugador))\n(defun mi-f-ev (e) 0)",
                "disqualified: 1 OtherTopLevel",
            ),
            ("(in-package :mancala)\n(defun mi-f-ev (e) 0)", "disqualified: 1 OtherTopLevel"),
            ("(defmacro m () 1)\n(defun mi-f-ev (e) 0)", "disqualified: 1 OtherTopLevel"),
            (
                "\"cadena\"\nnil (defun mi-f-ev (e) 0)",
                "disqualified: 1 OtherTopLevel, 2 OtherTopLevel",
            ),
            ("(progn (defun mi-f-ev (e) 0))", "disqualified: 0 NoFunction, 1 OtherTopLevel"),
            (
                "(defun mi-f-ev (e) 0)\n(defun)\n(defun x)\n(defun (setf y) (z) z)\n(defun 3 () 1)",
                "disqualified: 2 MalformedFunction, 3 MalformedFunction, 4 MalformedFunction, 5 MalformedFunction",
            ),
            (
                "(defun mi-f-ev (e) 0)\n(defun a () 1)\n(defun A () 2)",
                "disqualified: 3 DefinedTwice",
            ),
        ],
        Assignment::Forbidden,
    );
}

#[test]
fn reading() {
    compare(
        &[
            ("(defun mi-f-ev (e)\n  (+ 1 2)", "disqualified: 1 NotClosed"),
            ("(defun mi-f-ev (e) 0)\n)", "disqualified: 2 Unmatched"),
            ("(defun mi-f-ev (e) \n \"abierta)", "disqualified: 2 NotClosed"),
            ("(defun mi-f-ev (e) 0)\n#| abierto", "disqualified: 2 NotClosed"),
            ("(defun mi-f-ev (e) 0)\n(defun b ()\n #.(quit))", "disqualified: 3 ReaderEvaluation"),
            ("(defun mi-f-ev (e)\n '#.(quit))", "disqualified: 2 ReaderEvaluation"),
            ("(defun mi-f-ev (e)\n #+sbcl 1 #-sbcl 2)", "disqualified: 2 ReaderConditional"),
            ("(defun mi-f-ev (e)\n ,x)", "disqualified: 2 Unreadable"),
            ("(defun mi-f-ev (e)\n #S(estado))", "disqualified: 2 Unreadable"),
            ("(defun mi-f-ev (e)\n #1=(1 . #1#))", "disqualified: 2 Unreadable"),
            ("(defun mi-f-ev (e)\n #p\"/etc/passwd\")", "disqualified: 2 Unreadable"),
            ("(defun mi-f-ev (e)\n (a . b c))", "disqualified: 2 Unreadable"),
            ("(defun mi-f-ev (e)\n (sb-ext:run-program 1))", "disqualified: 2 ForeignPackage"),
            ("(defun mi-f-ev (e)\n (cl::setq e 1))", "disqualified: 2 ForeignPackage"),
            (
                "(defun mi-f-ev (e)\n (funcall 'common-lisp:set 'x 1))",
                "disqualified: 2 ForeignPackage",
            ),
            ("(defun mi-f-ev (e)\n (mancala8::partida 1))", "disqualified: 2 ForeignPackage"),
        ],
        Assignment::Forbidden,
    );
}

#[test]
fn every_form_of_assignment_is_found() {
    compare(
        &[
            ("(defun mi-f-ev (e)\n (setq x 1))", "disqualified: 2 Assignment"),
            ("(defun mi-f-ev (e)\n (let ((x 1))\n  (SETF x 2) x))", "disqualified: 3 Assignment"),
            (
                "(defun mi-f-ev (e)\n (let (l)\n (|PUSH| 1 l)\n (pop l)))",
                "disqualified: 3 Assignment, 4 Assignment",
            ),
            (
                "(defun mi-f-ev (e)\n (dotimes (i 6)\n (incf i)\n (decf i 2)))",
                "disqualified: 3 Assignment, 4 Assignment",
            ),
            ("(defun mi-f-ev (e)\n (cond ((setq e 1) 2)))", "disqualified: 2 Assignment"),
            (
                "(defun mi-f-ev (e)\n (loop for i in '(1) do (setf e i)))",
                "disqualified: 2 Assignment",
            ),
            (
                "(defun mi-f-ev (e)\n (mapcar #'(lambda (x)\n (setq x 1)) '(1)))",
                "disqualified: 3 Assignment",
            ),
            (
                "(defun mi-f-ev (e)\n (flet ((f (x)\n (psetf x 1))) (f 1)))",
                "disqualified: 3 Assignment",
            ),
            (
                "(defun mi-f-ev (e) (let ((x 1))\n (list `(a ,(setq x 2)))))",
                "disqualified: 2 Assignment",
            ),
            ("(defun mi-f-ev (e)\n (funcall 'set 'x 1))", "disqualified: 2 Assignment"),
            (
                "(defun mi-f-ev (e)\n (let ((f 'set))\n (funcall f 'x 1)))",
                "disqualified: 3 Assignment",
            ),
            ("(defun mi-f-ev (e)\n (funcall (car '(set)) 'x 1))", "disqualified: 2 Assignment"),
            (
                "(defun mi-f-ev (e) (aplica 'set))\n(defun aplica (f)\n (funcall f 'x 1))",
                "disqualified: 3 Assignment",
            ),
            ("(defun mi-f-ev (e)\n (function setq))", "disqualified: 2 Assignment"),
            ("(defun mi-f-ev (e)\n (funcall #'(setf car) 1 '(2)))", "disqualified: 2 Assignment"),
            ("(defun mi-f-ev (e)\n (progv '(x) '(1) 2))", "disqualified: 2 Assignment"),
            ("(defun mi-f-ev (e)\n (symbol-macrolet ((x e)) x))", "disqualified: 2 Assignment"),
            (
                "(defun mi-f-ev (e)\n (multiple-value-setq (a b) (floor 7 2)))",
                "disqualified: 2 Assignment",
            ),
            ("(defun mi-f-ev (e &optional (x\n (setq e 1))) x)", "disqualified: 2 Assignment"),
            (
                "(defun mi-f-ev (e)\n (setf (aref *tablero-aux* 0 1) 3))",
                "disqualified: 2 Assignment",
            ),
            ("(defun mi-f-ev (e)\n (let ((*tablero-aux* nil)) 0))", "disqualified: 2 Assignment"),
            (
                "(defun mi-f-ev (e) (let ((s (car (generar-sucesores e))))\n (setf (aref (estado-tablero s) 0 0) 3)))",
                "disqualified: 2 Assignment",
            ),
        ],
        Assignment::Forbidden,
    );
}

#[test]
fn destruction() {
    compare(
        &[
            ("(defun mi-f-ev (e)\n (nreverse (list 1 2)))", "disqualified: 2 Destructive"),
            ("(defun mi-f-ev (e)\n (sort (list-lado e 0) #'>))", "disqualified: 2 Destructive"),
            ("(defun mi-f-ev (e)\n (apply #'nconc '((1))))", "disqualified: 2 Destructive"),
            ("(defun mi-f-ev (e)\n (apply 'delete '(1 (1 2))))", "disqualified: 2 Destructive"),
            ("(defun mi-f-ev (e)\n (reduce 'nconc '((1))))", "disqualified: 2 Destructive"),
            ("(defun mi-f-ev (e)\n (remove 1 '((1)) :key 'rplaca))", "disqualified: 2 Destructive"),
            ("(defun mi-f-ev (e)\n (fill (make-array 3) 0))", "disqualified: 2 Destructive"),
            ("(defun mi-f-ev (e)\n (fill *tablero-aux* 0))", "disqualified: 2 Destructive"),
        ],
        Assignment::Forbidden,
    );
}

#[test]
fn code_made_at_run_time() {
    compare(
        &[
            ("(defun mi-f-ev (e)\n (eval '(setq x 1)))", "disqualified: 2 Evaluation"),
            (
                "(defun mi-f-ev (e)\n (funcall (compile nil '(lambda () 1))))",
                "disqualified: 2 Evaluation",
            ),
            ("(defun mi-f-ev (e)\n (funcall (intern \"SET\") 'x 1))", "disqualified: 2 Evaluation"),
            ("(defun mi-f-ev (e)\n (symbol-function 'car))", "disqualified: 2 Evaluation"),
            (
                "(defun mi-f-ev (e)\n (coerce '(lambda () 1) 'function))",
                "disqualified: 2 Evaluation",
            ),
            (
                "(defun mi-f-ev (e)\n (macrolet ((m () '(setq x 1))) (m)))",
                "disqualified: 2 Evaluation",
            ),
            ("(defun mi-f-ev (e)\n (load-time-value (quit)))", "disqualified: 2 Evaluation"),
            ("(defun mi-f-ev (e)\n (read-from-string \"1\"))", "disqualified: 2 Evaluation"),
            ("(defun mi-f-ev (e)\n (mapcar 'eval '(1)))", "disqualified: 2 Evaluation"),
            (
                "(defun mi-f-ev (e)\n (typep '(quit) '(satisfies eval)))",
                "disqualified: 2 Evaluation",
            ),
            (
                "(defun mi-f-ev (e)\n (typep '(quit) '(and list (satisfies eval))))",
                "disqualified: 2 Evaluation",
            ),
            ("(defun mi-f-ev (e)\n (the (satisfies eval) '(quit)))", "disqualified: 2 Evaluation"),
            (
                "(defun mi-f-ev (e)\n (typecase '(quit) ((satisfies eval) 1)))",
                "disqualified: 2 Evaluation",
            ),
            (
                "(defun mi-f-ev (e)\n (funcall (second (list 'car 'eval)) '(quit)))",
                "disqualified: 2 Evaluation",
            ),
            (
                "(defun mi-f-ev (e)\n (funcall (car (cons 'eval nil)) '(quit)))",
                "disqualified: 2 Evaluation",
            ),
            (
                "(defun mi-f-ev (e)\n (funcall (if (evenp 2) 'eval 'car) '(quit)))",
                "disqualified: 2 Evaluation",
            ),
            (
                "(defun mi-f-ev (e)\n (funcall (cadr '(car (list eval))) '(quit)))",
                "disqualified: 2 Evaluation",
            ),
        ],
        Assignment::Forbidden,
    );
}

#[test]
fn definitions_and_redefinitions() {
    compare(
        &[
            (
                "(defun mi-f-ev (e) 0)\n(defun get-fichas (a b c) 99)",
                "disqualified: 2 Redefinition",
            ),
            ("(defun mi-f-ev (e) 0)\n(defun car (x) x)", "disqualified: 2 Redefinition"),
            ("(defun mi-f-ev (e) 0)\n(defun minimax (a b c) a)", "disqualified: 2 Redefinition"),
            ("(defun mi-f-ev (e)\n (flet ((car (x) x)) (car 1)))", "disqualified: 2 Redefinition"),
            ("(defun mi-f-ev (e)\n (defun get-pts (i) 99))", "disqualified: 2 Definition"),
            ("(defun mi-f-ev (e)\n (defvar *x* 1))", "disqualified: 2 Definition"),
            ("(defun mi-f-ev (e)\n (trace get-pts))", "disqualified: 2 Definition"),
            (
                "(defun mi-f-ev (e)\n (setf (symbol-function 'get-pts) #'car))",
                "disqualified: 2 Assignment, 2 Evaluation",
            ),
        ],
        Assignment::Forbidden,
    );
}

#[test]
fn the_world_outside() {
    compare(
        &[
            (
                "(defun mi-f-ev (e)\n (with-open-file (s \"f\") (print 1 s)))",
                "disqualified: 2 Files",
            ),
            ("(defun mi-f-ev (e)\n (open \"f\"))", "disqualified: 2 Files"),
            ("(defun mi-f-ev (e)\n (load \"f\"))", "disqualified: 2 Files"),
            ("(defun mi-f-ev (e)\n (funcall 'delete-file \"f\"))", "disqualified: 2 Files"),
            ("(defun mi-f-ev (e)\n (read-line))", "disqualified: 2 Files"),
            ("(defun mi-f-ev (e)\n (run-program \"ls\" nil))", "disqualified: 2 Processes"),
            ("(defun mi-f-ev (e)\n (sleep 100))", "disqualified: 2 Processes"),
        ],
        Assignment::Forbidden,
    );
}

#[test]
fn what_cannot_run() {
    compare(
        &[
            ("(defun mi-f-ev (e)\n (no-existe e))", "disqualified: 2 UnknownFunction"),
            ("(defun mi-f-ev (e)\n (mapcar #'no-existe '(1)))", "disqualified: 2 UnknownFunction"),
            (
                "(defun mi-f-ev (e)\n (put-fichas (make-array '(2 7)) 0 0 1))",
                "disqualified: 2 UnknownFunction",
            ),
            ("(defun mi-f-ev (e)\n (:clave e))", "disqualified: 2 UnknownFunction"),
            ("(defun mi-f-ev (e)\n (3 4))", "disqualified: 2 Malformed"),
            ("(defun mi-f-ev (e)\n (let (x . y) 1))", "disqualified: 2 Malformed"),
            ("(defun mi-f-ev (e)\n (let ((1 2)) 1))", "disqualified: 2 Malformed"),
            ("(defun mi-f-ev (e)\n (if))", "disqualified: 2 Malformed"),
            ("(defun mi-f-ev (e)\n (cond nil 3))", "disqualified: 2 Malformed"),
        ],
        Assignment::Forbidden,
    );
}

/// The public message about the first error in a source.
#[track_caller]
fn public_message(source: &str, expected: &str) {
    let rules = SourceRules { helpers: 1, ..SourceRules::default() };
    let findings = check(source, SourceForm::Functions, &rules).findings;
    assert_eq!(findings[0].public_message().to_string(), expected);
}

#[test]
fn public_texts_have_the_number_of_a_rule_and_nothing_of_the_file() {
    public_message(
        "(defun mi-f-ev (e) 0)\n(defun a () 1)\n(defun b () 2)",
        "there are too many functions; allowed after the evaluation function: 1",
    );
    public_message("(defun mi-f-ev (e) (setq secreto 1))", "assignment is not allowed");
}
