//! Messages about authors, cycles and pairs of opponents on public pages.

certamen_i18n::texts! {
    "../../locales/more";
    by_author(author),
    reference_program,
    circles,
    circles_how,
    circle_level(percent),
    circle_exact,
    no_circles,
    as_list,
    as_matrix,
    share,
    matches_played,
}
