//! The messages of Coins, in the files of `words/`.

certamen_i18n::texts! {
    "words";
    no_plan,
    wrong_order(given, last),
    title,
    centre(round, rounds, coins),
    player,
    points,
    flipped,
    unflipped,
    counted_now,
    plays(player, plan),
    detail_rounds,
    detail_coins,
    detail_start_coins,
    option_coins,
    option_order,
    option_rounds,
    option_bad_output,
    note_protocol,
    note_idea,
    note_question,
}
