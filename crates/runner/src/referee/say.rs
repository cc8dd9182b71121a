//! The messages of the referee, also to people at a terminal.

certamen_i18n::texts! {
    "../../locales/referee";
    cannot_be_played(why),
    cannot_be_resumed(why),
    stopped(turns),
    plays_otherwise(turn, seat, then, now),
    nothing_legal,
    no_gtp_game(game),
    engine_refuses(command, reason),
    terminal(error),
    script_ended,
    possible(actions),
    at_seat(name, seat),
    your_move,
    secret_move,
    impossible(why),
    what_to_type,
    nothing_to_take_back,
}
