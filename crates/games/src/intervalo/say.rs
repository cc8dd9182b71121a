//! The messages of Intervalo, in the files of `words/`.

certamen_i18n::texts! {
    "words";
    no_square(reply),
    not_free(square),
    outside(square, squares),
    start,
    nobody,
    won_by_x,
    won_by_w,
    told_choices(x, w),
    told_points(x, w),
    detail_points,
    option_squares,
    note_protocol,
    note_idea,
    note_question,
}
