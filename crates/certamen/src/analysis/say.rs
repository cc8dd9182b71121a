//! Messages about failed analyses.

certamen_i18n::texts! {
    "../../locales/analysis";
    no_search(path),
    two_answers(name),
    not_in_lisp(name),
    values_no_positions(name),
    not_studied(void),
    failed(name, fault, words),
    person,
}
