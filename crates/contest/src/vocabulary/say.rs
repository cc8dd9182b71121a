//! What is said of bots that are put out.

certamen_i18n::texts! {
    "../../locales/fault";
    nondeterminism,
    silence,
}
