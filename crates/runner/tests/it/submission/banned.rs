//! Manipulation of the game, for which a team is banned; and what only looks like it.

use crate::submission::checked::compare;
use certamen_runner::submission::Assignment;

const BANNED: &[(&str, &str)] = &[
    (
        "(defun mi-f-ev (estado)\n (setf (aref (estado-tablero estado) 0 0) 9))",
        "proscribed: 2 ChangesState",
    ),
    (
        "(defun mi-f-ev (estado)\n (let* ((a estado) (tab (estado-tablero a)))\n  (incf (aref tab 0 6) 10)))",
        "proscribed: 3 ChangesState",
    ),
    ("(defun mi-f-ev (e)\n (setf (estado-lado-sgte-jugador e) 1))", "proscribed: 2 ChangesState"),
    (
        "(defun mi-f-ev (e) (roba (estado-tablero e)))\n(defun roba (x)\n (setf (row-major-aref x 6) 36))",
        "proscribed: 3 ChangesState",
    ),
    (
        "(defun mi-f-ev (e) (roba e))\n(defun tab (x) (estado-tablero x))\n(defun roba (x)\n (decf (aref (tab x) 1 6)))",
        "proscribed: 4 ChangesState",
    ),
    ("(defun mi-f-ev (e)\n (fill (estado-tablero e) 0))", "proscribed: 2 ChangesState"),
    (
        "(defun mi-f-ev (e)\n (funcall #'fill (estado-tablero e) 0))",
        "proscribed: 2 ChangesState, 2 Destructive",
    ),
    ("(defun mi-f-ev (e)\n (put-fichas (estado-tablero e) 0 6 36))", "proscribed: 2 ChangesState"),
    ("(defun mi-f-ev (e)\n (setf (get-pts 0) 36))", "proscribed: 2 ChangesState"),
    ("(defun mi-f-ev (e)\n (set-tot 0 36))", "proscribed: 2 ChangesState"),
    ("(defun mi-f-ev (e)\n (funcall 'set-pts 0 36))", "proscribed: 2 ChangesState"),
    ("(defun mi-f-ev (e)\n (setf (aref *marcador* 0 0) 36))", "proscribed: 2 ChangesState"),
    ("(defun mi-f-ev (e)\n (setq *tablero* nil))", "proscribed: 2 ChangesGameVariable"),
    ("(defun mi-f-ev (e)\n (setf *timeout* 100))", "proscribed: 2 ChangesGameVariable"),
    ("(defun mi-f-ev (e)\n (set '*timeout* 100))", "proscribed: 2 ChangesGameVariable"),
    ("(defun mi-f-ev (e)\n (let ((*timeout* 100)) 0))", "proscribed: 2 ChangesGameVariable"),
    ("(defun mi-f-ev (e)\n (partida 0 2 nil))", "proscribed: 2 ControlsGame"),
    ("(defun mi-f-ev (e)\n (minimax e 4 #'mi-f-ev))", "proscribed: 2 ControlsGame"),
    (
        "(defun mi-f-ev (e)\n (flet ((f (b)\n (setf (aref b 0 0) 1))) (f (estado-tablero e))))",
        "proscribed: 3 ChangesState",
    ),
    (
        "(defun mi-f-ev (e)\n (let ((f (lambda (b)\n (setf (aref b 0 0) 1)))) (funcall f (estado-tablero e))))",
        "proscribed: 3 ChangesState",
    ),
    (
        "(defun mi-f-ev (e)\n (with-slots (tablero) e\n (setf (aref tablero 0 0) 1)))",
        "proscribed: 3 ChangesState",
    ),
    // The heaviest finding decides, and all are told.
    (
        "(defun mi-f-ev (e)\n (setq x 1)\n (setf (aref (estado-tablero e) 0 0) 9)\n (nreverse nil))",
        "proscribed: 2 Assignment, 3 ChangesState, 4 Destructive",
    ),
];

#[test]
fn manipulation_through_aliases_is_found() {
    compare(BANNED, Assignment::Forbidden);
}

/// No team is banned for what cannot be shown.
#[test]
fn code_that_only_looks_like_manipulation_is_accepted() {
    compare(
        &[
            (
                "(defun mi-f-ev (e) 0)\n(defun nunca (tablero)\n (setf (aref tablero 0 0) 1))",
                "disqualified: 3 Assignment",
            ),
            (
                "(defun mi-f-ev (e) (let ((tablero (make-array '(2 7))))\n (setf (aref tablero 0 0) 1)))",
                "disqualified: 2 Assignment",
            ),
            (
                "(defun mi-f-ev (e) (let ((estado-tablero (list 1)))\n (setf (car estado-tablero) 1)))",
                "disqualified: 2 Assignment",
            ),
            (
                "(defun mi-f-ev (e) (flet ((estado-tablero (x) (list x)))\n (setf (car (estado-tablero 1)) 1)))",
                "disqualified: 2 Assignment",
            ),
            ("(defun mi-f-ev (e)\n (setf e 1))", "disqualified: 2 Assignment"),
            ("(defun mi-f-ev (e) '(setf (aref (estado-tablero e) 0 0) 9) 0)", "accepted"),
            ("(setf *timeout* 3)\n(defun mi-f-ev (e) 0)", "disqualified: 1 OtherTopLevel"),
        ],
        Assignment::Forbidden,
    );
}
