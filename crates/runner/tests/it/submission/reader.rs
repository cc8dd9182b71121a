//! The reader: what it makes of texts, and that no bytes make it fail.

use certamen_runner::submission::{
    SourceForm, SourceRules, check,
    lisp::{LispError, LispReader, decode},
};
use proptest::prelude::*;

fn places(text: &str) -> Vec<(u32, u32)> {
    let forms: Result<Vec<_>, _> = LispReader::new(text).collect();
    let forms = forms.expect("a readable text");
    forms.iter().map(|form| (form.place.line, form.place.column)).collect()
}

#[track_caller]
fn check_trouble(text: &str, line: u32, column: u32, trouble: LispError) {
    let error = LispReader::new(text).find_map(Result::err).expect("an error");
    assert_eq!(((error.place.line, error.place.column), error.trouble), ((line, column), trouble));
}

#[test]
fn forms_have_places() {
    assert_eq!(
        places("; clave\n\n(a\n b) 'c\r\n  \"ñ\" #\\) d"),
        [(3, 1), (4, 5), (5, 3), (5, 7), (5, 11)]
    );
    assert_eq!(places("#| a\n |#(b)#|c|#"), [(2, 4)]);
    assert_eq!(places(""), []);
}

#[test]
fn quotations_nest() {
    let forms: Vec<_> =
        LispReader::new("`(a ,b ,@c `(d ,',e))").collect::<Result<_, _>>().expect("fine");
    assert_eq!(forms.len(), 1);
    let second = forms[0].parts()[0].parts()[1];
    assert_eq!((&*second.excerpt, second.place.column), (",b", 5));
}

#[test]
fn troubles_have_places() {
    check_trouble("(a\n (b c)", 1, 1, LispError::NotClosed);
    check_trouble("a\n  )", 2, 3, LispError::Unmatched);
    check_trouble("(a 'b \"c", 1, 7, LispError::NotClosed);
    check_trouble("(a |b)", 1, 4, LispError::NotClosed);
    check_trouble("(a #|b)", 1, 4, LispError::NotClosed);
    check_trouble("(a '", 1, 4, LispError::NotClosed);
    check_trouble("(a ')", 1, 4, LispError::Syntax(")".to_owned()));
    check_trouble("`(a ,,b)", 1, 6, LispError::Syntax(",".to_owned()));
    check_trouble("(. a)", 1, 2, LispError::Syntax(".".to_owned()));
    check_trouble(&"(".repeat(100_000), 1, 201, LispError::TooDeep);
    check_trouble(&"'".repeat(100_000), 1, 201, LispError::TooDeep);
}

#[test]
fn long_forms_are_shown_short() {
    let form = LispReader::new(
        "(setq   a\n\n  1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9)",
    );
    let form = form.flatten().next().expect("a form");
    assert!(form.excerpt.starts_with("(setq a 1 2 3"), "{}", form.excerpt);
    assert_eq!(form.excerpt.chars().count(), 61);
}

/// Texts that look like Lisp more often than not.
fn lispish() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "(",
        ")",
        "(",
        ")",
        "'",
        "`",
        ",",
        ",@",
        "#'",
        "#(",
        "#|",
        "|#",
        "\"",
        "\\",
        "|",
        ";",
        "\n",
        " ",
        " ",
        ".",
        "#.",
        "#+",
        "#\\",
        "#2A",
        "#:",
        ":",
        "1",
        "-2.5e3",
        "a",
        "mi-f-ev",
        "estado",
        "defun",
        "let",
        "let*",
        "setq",
        "setf",
        "lambda",
        "loop",
        "for",
        "in",
        "and",
        "do",
        "cond",
        "case",
        "flet",
        "labels",
        "funcall",
        "&optional",
        "&key",
        "declare",
        "dotimes",
        "nil",
        "estado-tablero",
        "aref",
        "values",
        "handler-case",
        "with-slots",
        "prog",
        "tagbody",
        "é",
    ]);
    prop::collection::vec(part, 0..80).prop_map(|parts| parts.join(" "))
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in any::<Vec<u8>>()) {
        let text = decode(&bytes);
        prop_assert!(LispReader::new(&text).filter(Result::is_err).count() <= 1);
        check(&text, SourceForm::Functions, &SourceRules::default());
    }

    #[test]
    fn anything_like_lisp_is_judged(text in lispish()) {
        check(&text, SourceForm::Functions, &SourceRules::default());
        let package = format!("(defpackage :a (:use :cl) {text}) (in-package a) {text}");
        check(&package, SourceForm::Package, &SourceRules::default());
        let defined = format!("(defun mi-f-ev (estado) {text})");
        check(&defined, SourceForm::Functions, &SourceRules::default());
    }

    #[test]
    fn findings_lie_inside_the_text(text in lispish()) {
        let text = format!("(defun mi-f-ev (estado) {text}");
        let lines = text.lines().count() as u32;
        for finding in check(&text, SourceForm::Functions, &SourceRules::default()).findings {
            prop_assert!(finding.place.is_none_or(|place| (1..=lines).contains(&place.line)));
        }
    }

    /// What is balanced reads as many forms as were written.
    #[test]
    fn lists_are_counted(depths in prop::collection::vec(1usize..20, 0..20)) {
        let text: String = depths.iter().map(|n| "(".repeat(*n) + &")".repeat(*n) + " ").collect();
        prop_assert_eq!(LispReader::new(&text).flatten().count(), depths.len());
    }
}
