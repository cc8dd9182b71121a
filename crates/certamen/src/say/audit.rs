//! Messages about verification.

certamen_i18n::texts! {
    "../../locales/audit";
    record_sound,
    sound,
    sound_so_far,
    replayed,
    to_come,
    more,
    chosen,
    preliminary,
    drawn,
    hidden,
    asked_again(count),
    not_asked(count),
    programs_asked(answers, others, matches),
    doubtful_faults(turns),
    drawn_public,
    drawn_by_hand,
    logged(lines, runs, void),
    no_log,
    receipts_found(count),
    unlogged(matches),
}
