//! What Go says to people, in the files of `words/`.

certamen_speech::texts! {
    "words";
    no_answer,
    no_point(size),
    taken(point),
    suicide(point),
    stones,
    prisoners(black, white),
    black_moves,
    white_moves,
    black_resigns,
    white_resigns,
    both_passed,
    repeated,
    limit_reached,
    detail_area,
    detail_prisoners,
    detail_end,
    detail_passes,
    detail_plies,
    detail_repetition,
    detail_resignation,
    note_protocol,
    note_legal,
    note_idea,
    note_question,
}
