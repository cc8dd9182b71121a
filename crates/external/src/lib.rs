//! Games whose rules are a program in another process, in any language.
