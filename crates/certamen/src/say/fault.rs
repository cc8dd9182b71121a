//! What is said of faults, and of bots that are put out.

certamen_speech::texts! {
    "../../locales/fault";
    timeout,
    exit,
    crash,
    illegal,
    output,
    memory,
    security,
    nondeterminism,
}
