//! What starter bots say whatever the game.

certamen_speech::texts! {
    "../../locales/starter";
    trial(folder, game),
    flush,
    farewell,
    options,
}
