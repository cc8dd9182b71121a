//! The messages of Footsteps, in the files of `words/`.

certamen_i18n::texts! {
    "words";
    how_worth,
    odd_numbers(given, low, high),
    no_bid(reply),
    bid_out_of_range(bid, points, low, high),
    too_large_to_solve(given, most),
    points(left, right),
    points_of_both(given),
    to_the_left,
    to_the_right,
    square(place, reach),
    told(place, left, right),
    token,
    detail_position,
    detail_points,
    option_squares,
    option_points,
    note_protocol,
    note_idea,
    note_steps,
}
