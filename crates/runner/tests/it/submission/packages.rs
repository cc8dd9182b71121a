//! Files of courses whose players are packages: what may stand in them and what may not.

use crate::submission::checked::compare_as;
use certamen_runner::submission::{Assignment, SourceForm, SourceRules, check};

/// As such a course's own example begins.
const HEAD: &str = "(defpackage :grupo01pareja011Ab1204 ; se declara un paquete
  (:use :common-lisp :mancala)
  (:export :heuristica :*alias*))
(in-package grupo01pareja011Ab1204)
";

const EVALUATION: &str = "(defun heuristica (estado) (- (lejos estado)))\n";
const HELPER: &str = "(defun lejos (estado) (get-pts (estado-lado-sgte-jugador estado)))\n";

#[track_caller]
fn check_bodies(table: &[(&str, &str)]) {
    let table: Vec<(String, &str)> =
        table.iter().map(|(body, expected)| (format!("{HEAD}{body}"), *expected)).collect();
    let table: Vec<(&str, &str)> =
        table.iter().map(|(source, expected)| (source.as_str(), *expected)).collect();
    compare_as(SourceForm::Package, &table, Assignment::Forbidden);
}

#[test]
fn a_package_with_its_evaluation_its_alias_and_its_helpers_is_accepted() {
    let alias = "(defvar *alias* '|Aita na|) ; el alias\n";
    check_bodies(&[
        (&format!("{alias}{EVALUATION}{HELPER}"), "accepted"),
        (&format!("{EVALUATION}{HELPER}{alias}"), "accepted"),
        (&format!("{HELPER}(defparameter *alias* :rey)\n{EVALUATION}"), "accepted"),
        (&format!("{HELPER}{EVALUATION}"), "accepted"),
        // An author who began with the functions may say what they are for.
        ("(defun heuristica (estado) \"Nada.\" (declare (ignore estado)) 0)", "accepted"),
    ]);
    // The names of packages are up to their authors.
    let other = "(defpackage \"UNO\" (:use #:cl #:mancala8)) (in-package :dos)\n";
    let source = format!("{other}{EVALUATION}{HELPER}");
    compare_as(SourceForm::Package, &[(&source, "accepted")], Assignment::Forbidden);
}

#[test]
fn its_alias_and_its_functions_are_found() {
    let source = format!("{HEAD}{HELPER}(defvar *alias* 'Montoro){EVALUATION}");
    let read = check(&source, SourceForm::Package, &SourceRules::default());
    assert_eq!(read.alias.as_deref(), Some("MONTORO"));
    assert_eq!(read.functions, ["heuristica", "lejos"]);
}

#[test]
fn invalid_packages_are_disqualified() {
    check_bodies(&[
        (HELPER, "disqualified: 0 NoHeuristica"),
        ("", "disqualified: 0 NoHeuristica"),
        ("(defun heuristica () 0)", "disqualified: 5 OneArgument"),
        ("(defvar *alias* (quit))\n(defun heuristica (estado) 0)", "disqualified: 5 AliasForm"),
        (
            "(defvar *alias* 'a)(defvar *alias* 'b)\n(defun heuristica (estado) 0)",
            "disqualified: 5 DefinedTwice",
        ),
        ("(defvar *otra* 3)\n(defun heuristica (estado) 0)", "disqualified: 5 OtherTopLevel"),
        ("(in-package :cl-user)\n(defun heuristica (estado) 0)", "disqualified: 5 OtherTopLevel"),
        (
            "(defun heuristica (estado)\n  (mancala::partida estado))",
            "disqualified: 6 ForeignPackage",
        ),
    ]);
    let rest = format!("\n(in-package a)\n{EVALUATION}{HELPER}");
    for option in ["(:shadow #:car)", "(:import-from :sb-ext #:quit)", "(:use :cl :sb-ext)", "otra"]
    {
        let source = format!("(defpackage :a (:use :cl :mancala)\n {option}){rest}");
        let expected = "disqualified: 2 PackageOption";
        compare_as(SourceForm::Package, &[(&source, expected)], Assignment::Forbidden);
    }
}

#[test]
fn its_functions_are_walked_like_those_of_the_other_layout() {
    check_bodies(&[
        ("(defun heuristica (estado)\n (setq estado 1))", "disqualified: 6 Assignment"),
        ("(defun heuristica (estado)\n (no-existe estado))", "disqualified: 6 UnknownFunction"),
        (
            "(defun ayuda (x)\n (setf (aref (estado-tablero x) 0 0) 1))
(defun heuristica (estado) (ayuda estado))",
            "proscribed: 6 ChangesState",
        ),
        ("(defun heuristica (estado)\n (partida estado))", "proscribed: 6 ControlsGame"),
    ]);
}

#[test]
fn each_form_is_refused_where_the_other_is_asked_for() {
    let functions = "(defun mi-f-ev (estado)\n 0)";
    let expected = "disqualified: 0 NoHeuristica, 1 PackageHead";
    compare_as(SourceForm::Package, &[(functions, expected)], Assignment::Forbidden);
    let package = format!("{HEAD}{EVALUATION}{HELPER}");
    let expected = "disqualified: 1 OtherTopLevel, 4 OtherTopLevel, 5 FirstFunction";
    compare_as(SourceForm::Functions, &[(&package, expected)], Assignment::Forbidden);
}
