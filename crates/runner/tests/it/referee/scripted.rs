//! The referee with players that say what is written down for them.

use certamen_game::{Failure, Fault, Player, conformance::table};
use certamen_runner::referee::{
    MatchEvent, PlayError, play, player::LinesPlayer, player::scripted::ScriptedChannel,
};
use std::ops::ControlFlow;

fn footsteps(
    left: &ScriptedChannel,
    right: &ScriptedChannel,
) -> Result<certamen_game::MatchRecord, PlayError> {
    let game = certamen_games::find("footsteps").unwrap();
    let seat = |script: &ScriptedChannel| -> Box<dyn Player> {
        Box::new(LinesPlayer::new(script.clone(), game.info().end_message))
    };
    let mut players = [seat(left), seat(right)];
    let table = table(game, certamen_game::Map::new(), 2, 1);
    play(game, table, &[], &mut players, &mut |_: &MatchEvent<'_>| ControlFlow::Continue(()))
}

#[test]
fn the_last_bid_is_not_sent_but_fin_is() {
    let left = ScriptedChannel::with_answers(["10", "9", "2"]);
    let right = ScriptedChannel::with_answers(["9", "8", "1"]);
    let record = footsteps(&left, &right).unwrap();
    assert_eq!(record.outcome.unwrap().scores, [1.0, 0.0]);
    assert_eq!(left.received(), ["9", "8", "fin"]);
    assert_eq!(right.received(), ["10", "9", "fin"]);
}

#[test]
fn if_both_fail_both_lose_and_receive_fin() {
    let left = ScriptedChannel::with_answers(["51"]);
    let right = ScriptedChannel::with_answers([]).then_fails(Failure::Fault(Fault::Timeout));
    let record = footsteps(&left, &right).unwrap();
    let outcome = record.outcome.unwrap();
    assert_eq!((outcome.scores, outcome.reason), (vec![0.0, 0.0], Some(Fault::Illegal)));
    assert_eq!(
        (left.received(), right.received()),
        (vec!["fin".to_owned()], vec!["fin".to_owned()])
    );
}

#[test]
fn a_void_is_nobodys_loss() {
    let left = ScriptedChannel::with_answers(["1"]);
    let right = ScriptedChannel::with_answers([]);
    assert!(matches!(footsteps(&left, &right), Err(PlayError::Void(_))));
}
