//! What the tests must do without: the languages that are tried one after the other.

/// Whether the user has asked to do without this language or program, which is printed.
pub(crate) fn is_left_out(name: &str) -> bool {
    let without = std::env::var("CERTAMEN_WITHOUT").unwrap_or_default();
    let left_out = without.split(',').any(|it| it == name);
    if left_out {
        eprintln!("{name}: skipped, as CERTAMEN_WITHOUT says");
    }
    left_out
}
