//! What a new contest file says of itself.

certamen_i18n::texts! {
    pub "../../locales/draft";
    intro(game, folder),
    name,
    game,
    seed,
    bots,
    programs,
    options,
    unset(keys),
    round_robin,
    one_table,
    points,
    total_score,
    move_time,
    memory,
    forgetful,
    remembering,
    faults,
    tier,
    folder(game, bots, folder),
    hold_it,
    contest_of_another_game(given, game, asked),
    no_model(given, known),
}
