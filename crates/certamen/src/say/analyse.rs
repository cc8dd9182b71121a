//! Messages about analyses.

certamen_i18n::texts! {
    "../../locales/analyse";
    bid,
    left,
    right,
    action,
    value,
    depth,
    search,
    nodes,
    evaluations,
    pruned,
    positions,
    cut,
    utility,
    exploited,
    exact,
    at_least,
    measured,
    by_line,
    same_move,
}
