//! What Go says to people, in the files of `words/`.

certamen_speech::texts! {
    "words";
    no_answer,
    no_point(size),
    taken(point),
    suicide(point),
}
