//! What is said of bots that are put out.

certamen_speech::texts! {
    "../../locales/fault";
    nondeterminism,
    silence,
}
