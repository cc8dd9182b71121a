//! Errands: what is urgent goes before all matches.

use super::home::{Home, Unready};
use crate::say::farm as say;
use certamen_bus::{
    FetchedErrand, Labour,
    message::{Errand, ErrandCame},
};
use certamen_game::Language;
use certamen_hall::errand::{Task, carry_out};
use certamen_speech::{Message, Speak};
use serde_json::Value;

/// Does what is to be done in the slot at `place`, and hands in what came of it, until `give_up` says
/// that there is no time left. Says what the owner of this machine should know.
pub(super) fn run(
    (home, labour): (&Home, &Labour),
    place: usize,
    fetched: &FetchedErrand,
    give_up: &dyn Fn() -> bool,
) -> Option<Message> {
    let came = done(home, labour, place, &fetched.errand);
    let why = match &came {
        Err(Undone::Void(why)) => Some(why.clone()),
        // Whoever asks looks for another machine.
        Ok(_) | Err(Undone::Unable(_)) => None,
    };
    // What cannot be handed in is done by others when its lease ends.
    let handed_in = labour.hand_in_errand(fetched, sent(came), give_up);
    handed_in.err().map(|error| error.message()).or(why)
}

/// Why something was not done.
enum Undone {
    /// Machines like this one cannot do it.
    Unable(Message),
    /// It failed.
    Void(Message),
}

fn done(home: &Home, labour: &Labour, place: usize, errand: &Errand) -> Result<Value, Undone> {
    let strange = || Undone::Void(say::strange_batch());
    let task: Task = serde_json::from_value(errand.what.clone()).map_err(|_| strange())?;
    let premises = home.premises(&task, place).ok_or_else(strange)?;
    let bot = errand.bot.as_ref().map(|bot| home.bot(labour, bot)).transpose();
    let bot = bot.map_err(|unready| match unready {
        Unready::Unable { why, .. } => Undone::Unable(why),
        Unready::Strange => strange(),
        Unready::Faulty(why) => Undone::Void(why),
        Unready::NotThere(_) => Undone::Void(say::no_bundle()),
    })?;
    carry_out(task, bot.as_ref(), &premises).map_err(|error| {
        let why = error.message();
        if error.is_of_machine() { Undone::Unable(why) } else { Undone::Void(why) }
    })
}

/// What is sent is English, whatever is spoken here.
fn sent(came: Result<Value, Undone>) -> ErrandCame {
    match came {
        Ok(found) => ErrandCame::Done(found),
        Err(Undone::Unable(why)) => ErrandCame::Unable(why.get(Language::En)),
        Err(Undone::Void(why)) => ErrandCame::Void(why.get(Language::En)),
    }
}
