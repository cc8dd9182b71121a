//! A match as a value, stepped until it needs answers from outside.

use certamen_game::{
    Fault, Map, Player, Seat, builtin::Arguments, conformance, record::RemoteMove,
};
use certamen_runner::referee::{PriorTurns, Running, Step};
use std::{ops::ControlFlow, time::Duration};

/// `FootSteps` between a seat whose answers come from outside and a built-in player.
fn running() -> Running<Box<dyn Player>> {
    let game = certamen_games::find("footsteps").unwrap();
    let table = conformance::table(game, Map::new(), 2, 1);
    let players = vec![None, Some(game.builtin_player("first", &Arguments::new()).unwrap())];
    let prior = PriorTurns { turns: &[], otherwise: &mut ControlFlow::Break };
    Running::start(game, table, prior, players).unwrap()
}

#[test]
fn a_step_without_an_answer_from_outside_plays_nothing() {
    let mut running = running();
    let awaited = Step::Awaits([Seat(0)].into_iter().collect());
    assert_eq!([running.step().unwrap(), running.step().unwrap()], [awaited; 2]);
    assert!(running.arbiter().turns().is_empty());
    let late = RemoteMove { network_ms: Some(1.5), ..RemoteMove::default() };
    running.answer(Seat(0), Ok("7".to_owned().into()), Duration::from_millis(20), late.clone());
    assert_eq!(running.step().unwrap(), Step::Played);
    let [own, other] = &running.last_turn().moves[..] else { panic!("two seats") };
    assert_eq!((own.action.as_deref(), own.ms), (Some("7"), Some(20.0)));
    assert_eq!((&own.remote, &other.remote), (&late, &RemoteMove::default()));
    assert_eq!(running.step().unwrap(), awaited);
}

#[test]
fn a_match_of_faults_and_answers_ends_with_a_record() {
    let mut running = running();
    loop {
        match running.step().unwrap() {
            Step::Awaits(_) if running.arbiter().turns().len() == 2 => {
                let none = RemoteMove::default();
                running.answer(Seat(0), Err(Fault::Timeout), Duration::from_secs(1), none);
            }
            Step::Awaits(_) => {
                let none = RemoteMove::default();
                running.answer(Seat(0), Ok("1".to_owned().into()), Duration::ZERO, none);
            }
            Step::Played => {}
            Step::Left => panic!("no person plays"),
            Step::Over => break,
        }
    }
    let record = running.finish();
    assert!(record.outcome.is_some());
    assert_eq!(record.turns[2].moves[0].fault, Some(Fault::Timeout));
}
