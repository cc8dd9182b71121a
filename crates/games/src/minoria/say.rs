//! The messages of Minoría, in the files of `words/`.

certamen_i18n::texts! {
    "words";
    no_choice(reply),
    round(round, rounds),
    chosen(choices, a, b, c),
    scored(option),
    nobody,
    points(points),
    detail_rounds,
    option_rounds,
    note_protocol,
    note_idea,
    note_question,
}
