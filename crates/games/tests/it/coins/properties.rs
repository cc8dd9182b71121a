//! What stays true of Coins whatever is played.

use certamen_game::{Game, Rng, Seat, State};
use certamen_games::coins::{Argument, BadOutput, GAME, Options, Plan, Position, Step};
use proptest::prelude::*;

fn rng() -> Rng {
    Rng::of_turn(0, 0)
}

fn mover(position: &Position) -> Seat {
    position.to_act().lowest().expect("a seat is to act")
}

fn plan() -> impl Strategy<Value = Plan> {
    (0..Plan::COUNT).prop_map(Plan::nth)
}

/// A match under way, and not over.
fn position() -> impl Strategy<Value = Position> {
    (2..=20u8, 1..=200u32, prop::collection::vec(plan(), 0..60), any::<u64>()).prop_map(
        |(seats, coins, plans, seed)| {
            let options = Options { coins: Some(coins), ..Options::default() };
            let start = GAME.new_initial_state(&options, seats, &mut Rng::of_turn(seed, 0));
            let mut position = start.expect("good options");
            for plan in plans {
                let next = after(&position, plan);
                if next.outcome().is_some() {
                    break;
                }
                position = next;
            }
            position
        },
    )
}

fn after(position: &Position, plan: Plan) -> Position {
    let mut next = position.clone();
    next.apply(&[(mover(position), plan)], &mut rng());
    next
}

fn all_coins(position: &Position) -> u32 {
    position.coins()
        + position.holders().iter().map(|holder| holder.flipped + holder.unflipped).sum::<u32>()
}

fn stacks(position: &Position) -> Vec<(u32, u32)> {
    position.holders().iter().map(|holder| (holder.flipped, holder.unflipped)).collect()
}

fn points(position: &Position) -> Vec<i64> {
    position.holders().iter().map(|holder| holder.points).collect()
}

proptest! {
    #[test]
    fn coins_leave_the_game_by_removal_alone(position in position(), plan in plan()) {
        let lost = all_coins(&position) - all_coins(&after(&position, plan));
        let removals = plan.0.iter().map(|step| match step {
            Step::Remove(count) => *count,
            _ => 0,
        });
        prop_assert!(lost <= removals.sum::<u32>());
    }

    #[test]
    fn handing_on_and_back_restores_the_stacks_and_scores_both_ways(position in position()) {
        for (there_and_back, neighbour) in [("RTN", 1), ("TRN", position.holders().len() - 1)] {
            let next = after(&position, there_and_back.parse().expect("a plan"));
            prop_assert_eq!(stacks(&next), stacks(&position));
            let holders = position.holders();
            let expected: Vec<i64> = (0..holders.len()).map(|place| {
                let received = holders[(place + neighbour) % holders.len()].worth();
                holders[place].points + received + holders[place].worth()
            }).collect();
            prop_assert_eq!(points(&next), expected);
        }
    }

    #[test]
    fn turning_over_and_back_changes_nothing(position in position()) {
        let own = *position.mover().expect("it is not over");
        prop_assume!(own.unflipped > 0);
        let next = after(&position, "FUN".parse().expect("a plan"));
        prop_assert_eq!((stacks(&next), points(&next)), (stacks(&position), points(&position)));
    }

    #[test]
    fn scores_are_points_and_the_count_of_the_coins(position in position(), plan in plan()) {
        let last = Plan([plan.0[0], plan.0[1], Step::Nothing]);
        let mut end = after(&position, last);
        for _ in 0..20 * 50 * 100 {
            if end.outcome().is_some() {
                break;
            }
            end = after(&end, last);
        }
        let outcome = end.outcome().expect("50 rounds are over at some time");
        for holder in end.holders() {
            let counted = holder.points - i64::from(holder.unflipped) + 2 * i64::from(holder.flipped);
            prop_assert_eq!(outcome.scores[usize::from(holder.id)], counted as f64);
        }
    }

    #[test]
    fn whatever_is_printed_some_plan_is_played(output in any::<String>(), characters in "[N1-3ABC\\s\\PC]{0,9}") {
        for bad_output in [BadOutput::WholeTurn, BadOutput::PerCharacter] {
            let position = Position::start(&[0, 1], 9, 50, bad_output);
            for text in [&output, &characters] {
                let read = position.read(Seat(0), text).ok();
                prop_assert_eq!(read.is_some(), text.trim_end_matches(['\r', '\n']).parse::<Plan>().is_ok()
                    && ["", "\n", "\r\n"].contains(&&text[3..]));
                prop_assert!(position.fallback(Seat(0), Some(text)).is_some());
            }
        }
    }

    #[test]
    fn no_text_makes_the_argument_reader_panic(text in any::<String>(), like in "[0-9;_-]{0,30}") {
        for text in [text, like] {
            if let Ok(argument) = text.parse::<Argument>() {
                prop_assert_eq!(argument.to_string().parse(), Ok(argument));
            }
        }
    }
}
