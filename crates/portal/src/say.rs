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
    site_key(key, given, wish),
    wish_title,
    wish_some_language(known),
    wish_known_language(known),
    wish_other_language,
    wish_base_url,
    wish_socket,
    wish_machine,
    too_many_slots(most),
    too_many_today(most),
    name_of_another(entrant),
}
