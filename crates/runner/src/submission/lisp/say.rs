//! The messages about texts that are not valid Lisp.

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
