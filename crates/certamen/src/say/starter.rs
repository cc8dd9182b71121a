//! What starter bots say whatever the game.

certamen_speech::texts! {
    "../../locales/starter";
    trial(folder, game),
    forgetful,
    flush,
    farewell,
    options,
}
