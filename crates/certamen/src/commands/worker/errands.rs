//! Errands: what is urgent goes before all matches.

use super::home::{Home, Unready};
use crate::say::farm as say;
use certamen_bus::{
    FetchedErrand, Labour,
    message::{Errand, ErrandCame},
};
use certamen_game::Language;
use certamen_hall::{
    HallError,
    errand::{Task, carry_out},
};
use certamen_speech::Speak;
use serde_json::Value;

/// Does what is to be done in the slot at `place`, and hands in what came of it, until `give_up` says
/// that there is no time left.
pub(super) fn run(
    (home, labour): (&Home, &Labour),
    place: usize,
    fetched: &FetchedErrand,
    give_up: &dyn Fn() -> bool,
) {
    let came = came(home, labour, place, &fetched.errand);
    // What cannot be handed in is done by others when its lease ends.
    if let Err(error) = labour.hand_in_errand(fetched, came, give_up) {
        eprintln!("{}", error.message().get(Language::En));
    }
}

fn came(home: &Home, labour: &Labour, place: usize, errand: &Errand) -> ErrandCame {
    let strange = || ErrandCame::Void(say::strange_batch().get(Language::En));
    let Ok(task) = serde_json::from_value::<Task>(errand.what.clone()) else { return strange() };
    let Some(premises) = home.premises(&task, place) else { return strange() };
    let bot = match errand.bot.as_ref().map(|bot| home.bot(labour, bot)).transpose() {
        Ok(bot) => bot,
        Err(Unready::Unable { why, .. }) => return ErrandCame::Unable(why.get(Language::En)),
        Err(Unready::Strange) => return strange(),
        Err(Unready::NotThere) => {
            return ErrandCame::Void(say::no_bundle().get(Language::En));
        }
    };
    told(carry_out(task, bot.as_ref(), &premises))
}

fn told(found: Result<Value, HallError>) -> ErrandCame {
    match found {
        Ok(found) => ErrandCame::Done(found),
        Err(error) if error.is_of_machine() => {
            ErrandCame::Unable(error.message().get(Language::En))
        }
        Err(error) => ErrandCame::Void(error.message().get(Language::En)),
    }
}
