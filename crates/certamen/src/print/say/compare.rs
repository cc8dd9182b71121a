//! Messages about a comparison.

certamen_i18n::texts! {
    pub "../../../locales/print/compare";
    better,
    not_better,
    undecided,
    nothing_new,
    repeated_blocks,
    results_of,
    faults_of(bot),
    stopped_early,
}
