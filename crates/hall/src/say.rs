//! What the hall says.

certamen_speech::texts! {
    "../locales";
    file(path, error),
    no_report(path, error),
    no_table(path, error),
    minimum_tier(path),
    no_tier(asked, weakest, reasons),
    weak_tier(asked, weakest, have),
    no_place(error),
    bots(path, error),
    nobody_plays,
    unplayable(error),
    no_end,
    and(before, next),
    no_house_player(of),
    person,
    no_timetable(path),
    no_player(error),
    not_deterministic,
    move_time(error),
}
