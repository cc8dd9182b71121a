//! What the hall says.

certamen_speech::texts! {
    "../locales";
    file(path, error),
    no_report(path, error),
    no_table(path, error),
}
