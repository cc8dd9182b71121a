//! What starter bots say whatever the game.

certamen_i18n::texts! {
    "words";
    trial(folder, game),
    forgetful,
    flush,
    farewell,
    options,
}
