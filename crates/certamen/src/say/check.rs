//! Messages about checking bots and creating starter bots.

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
