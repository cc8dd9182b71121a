//! What Mancala8 says to people, in the files of `words/`.

certamen_speech::texts! {
    "words";
    depths(given, low, high),
    too_many_seeds(given, most),
    two_are_possible(given, one, other),
    some_are_possible(given, known),
    needs_alpha_beta,
    no_move,
    not_possible(action, possible),
    nothing,
    too_few_values(given, due),
}
