//! Messages about keys.

certamen_i18n::texts! {
    "../../locales/identity";
    unreadable(path, error),
    open(path, mode),
    no_key(path),
    not_signed,
}
