//! What is said of accounts and of what is kept of them.

certamen_speech::texts! {
    "../locales";
    unreachable(path, error),
    newer(path),
    full,
    database(words),
    closed,
    luck,
    bad_handle(handle),
    taken(handle),
    nobody(handle),
    password_length(shortest, longest),
    spent,
    bad_site_file(path, fault),
    too_many_slots(most),
    too_many_today(most),
    name_of_another(entrant),
}
