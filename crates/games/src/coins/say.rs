//! What Coins says to people, in the files of `words/`.

certamen_speech::texts! {
    "words";
    no_plan,
    wrong_order(given, last),
}
