//! Messages of the store.

certamen_i18n::texts! {
    "../locales";
    missing(path),
    newer(path, found, known),
    damaged(path, error),
    copy(path, error),
    database(error),
    record(number, error),
    no_match(number),
    unplayed(number),
    unreachable(path, error),
    full(path),
    read(path),
    dictionary(error),
    value(error),
    not_seats(text),
    not_a_fault(text),
}
