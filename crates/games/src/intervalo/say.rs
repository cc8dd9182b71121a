//! What Intervalo says to people, in the files of `words/`.

certamen_speech::texts! {
    "words";
    no_square(reply),
    not_free(square),
    outside(square, squares),
}
