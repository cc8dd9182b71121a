//! What is said of texts that are no Lisp.

certamen_i18n::texts! {
    "../../../locales/submission/lisp";
    unreadable_at(line, column, trouble),
    not_closed,
    unmatched,
    too_deep,
    evaluation,
    conditional,
    syntax(text),
}
