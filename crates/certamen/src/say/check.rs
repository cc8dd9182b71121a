//! What is said of bots that are tried or begun.

certamen_i18n::texts! {
    "../../locales/check";
    recorded,
    the_same,
    another,
    report,
    written,
    try_it,
    slowest,
    starting,
    not_starting,
    won,
    drawn,
    lost,
    keeps_rules,
    before_sending,
    nothing_to_check,
}
