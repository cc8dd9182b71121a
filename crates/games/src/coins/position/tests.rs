//! Positions that are easy to get wrong.

use super::*;

fn after(plans: &[&str]) -> Position {
    let mut position = Position::start(&[0, 1, 2], 10, 50, BadOutput::WholeTurn);
    for plan in plans {
        let seat = position.to_act().lowest().expect("a seat is to act");
        let plan = position.read(seat, plan).expect("a plan is always legal");
        position.apply(&[(seat, plan)], &mut Rng::of_turn(0, 0));
    }
    position
}

fn table(position: &Position) -> Vec<(i64, u32, u32)> {
    position.holders.iter().map(|held| (held.points, held.flipped, held.unflipped)).collect()
}

#[test]
fn only_what_is_there_is_taken_put_back_removed_or_turned() {
    assert_eq!(table(&after(&["FUC"])), [(0, 0, 0); 3]);
    assert_eq!(table(&after(&["2ZC"])), [(-2, 0, 0), (0, 0, 0), (0, 0, 0)]);
    assert_eq!(table(&after(&["2CF"])), [(0, 0, 0); 3]);
    let position = after(&["333", "3NN"]);
    assert_eq!(table(&position), [(-9, 0, 9), (-1, 0, 1), (0, 0, 0)]);
    assert_eq!((position.coins(), position.outcome().is_some()), (0, true));
}

#[test]
fn stacks_go_to_the_previous_or_the_next_and_all_score_what_they_receive() {
    assert_eq!(table(&after(&["2FR"])), [(0, 0, 0), (0, 0, 0), (1, 1, 1)]);
    assert_eq!(table(&after(&["2FT"])), [(0, 0, 0), (1, 1, 1), (0, 0, 0)]);
    assert_eq!(table(&after(&["2NN", "NNR"])), [(-2, 0, 0), (0, 0, 0), (-2, 0, 2)]);
}

#[test]
fn coins_put_back_keep_the_game_alive() {
    let position = after(&["333", "1AN"]);
    assert_eq!((position.coins(), position.to_act()), (1, Seats::only(Seat(2))));
}

#[test]
fn a_forfeit_ranks_below_all_others() {
    // Before the count: -4, 1 and 0 points.
    let position = after(&["2NN", "1FN", "NNN"]);
    assert_eq!(position.counted().scores, [-4.0, 3.0, 0.0]);
    let scores =
        |seats: &[u8]| position.forfeit(seats.iter().map(|seat| Seat(*seat)).collect()).scores;
    assert_eq!(scores(&[1]), [-4.0, -5.0, 0.0]);
    assert_eq!(scores(&[0]), [-4.0, 3.0, 0.0]);
    assert_eq!(scores(&[0, 2]), [-4.0, 3.0, 0.0]);
    assert_eq!(scores(&[0, 1, 2]), [-4.0, 3.0, 0.0]);
}

#[test]
fn an_empty_centre_spares_those_who_follow() {
    let position = after(&["333", "1A1"]);
    let counted = Outcome::scored([-18.0, -2.0, 0.0]);
    let counted = counted.with_detail("rounds", 1).with_detail("coins", 0);
    assert_eq!((position.to_act(), position.outcome()), (Seats::NONE, Some(counted)));
}
