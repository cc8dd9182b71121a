//! What is said about names that are not well formed.

certamen_speech::texts! {
    "../locales";
    player_form(given),
    player_number(given, most),
}
