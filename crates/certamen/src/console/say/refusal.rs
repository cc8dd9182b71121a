//! Why a record, or a match at the terminal, is rejected.

certamen_i18n::texts! {
    pub "../../../locales/console/refusal";
    game_of_record(game, known),
    line(number),
    too_large(given),
    a_contest(given),
    a_folder(given),
    number_of_match(given),
    record_turn(given),
    stderr_text,
    mancala_only(game),
    unplayable(void),
    not_resumed(reason),
    turn(record, turn, played),
    seats_of(seat, given, last),
}
