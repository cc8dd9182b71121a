//! What starter bots say whatever the game.

certamen_speech::texts! {
    "words";
    trial(folder, game),
    forgetful,
    flush,
    farewell,
    options,
}
