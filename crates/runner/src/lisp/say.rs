//! The messages of the Lisp host.

certamen_i18n::texts! {
    "../../locales/lisp";
    unknown_argument(argument),
    depths(given, low, high),
    not_here(game),
    host_ended(fault),
}
