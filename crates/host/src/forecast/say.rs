//! Messages about how long a contest will take.

certamen_i18n::texts! {
    "../../locales/forecast";
    bots,
    matches,
    left,
    about,
    at_least,
    on_cores(cores),
    on_core,
    in_slots(slots),
    from(matches, range),
    from_alike(matches),
    under_a_second,
}
