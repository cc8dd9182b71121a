//! Messages about bots' metrics.

certamen_i18n::texts! {
    pub "../../../locales/print/metrics";
    turn,
    metric,
    value,
    form(seat, line),
    no_turn(seat, line, last),
    uncounted(seat, line),
}
