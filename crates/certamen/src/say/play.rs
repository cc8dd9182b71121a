//! What is said of matches and runs as they are played and shown.

certamen_speech::texts! {
    "../../locales/play";
    turn,
    move_time,
    seed,
    unisolated,
    wins,
    draw,
    nobody,
    loses_by,
    unfinished,
    said_nothing,
    resume,
    again,
    keys,
    matches,
    left,
    played_again,
    waiting_for(bots),
    waiting_for_line(bots),
    failed(bot, turn, fault),
    tells_why(command),
    otherwise(why),
    overwritten(path),
    no_forecast,
    match_put_aside(number, reason),
}
