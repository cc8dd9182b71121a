//! Errands: what is urgent goes before all matches.

use super::home::{BatchError, WorkerCache};
use crate::say::farm as say;
use certamen_farm::{
    LeasedJob, WorkerClient,
    message::{UrgentJob, UrgentJobOutcome},
};
use certamen_game::Language;
use certamen_host::check_job::{CheckRequest, carry_out};
use certamen_i18n::{Localize, Message};
use serde_json::Value;

/// Does what is to be done in the slot at `place`, and hands in what came of it, until `give_up` says
/// that there is no time left. Says what the owner of this machine should know.
pub(super) fn run(
    (home, client): (&WorkerCache, &WorkerClient),
    place: usize,
    fetched: &LeasedJob,
    give_up: &dyn Fn() -> bool,
) -> Option<Message> {
    let came = done(home, client, place, &fetched.urgent_job);
    let why = match &came {
        Err(JobFailure::Void(why)) => Some(why.clone()),
        // Whoever asks looks for another machine.
        Ok(_) | Err(JobFailure::Unable(_)) => None,
    };
    // What cannot be handed in is done by others when its lease ends.
    let handed_in = client.submit_job(fetched, sent(came), give_up);
    handed_in.err().map(|error| error.message()).or(why)
}

/// Why something was not done.
enum JobFailure {
    /// Machines like this one cannot do it.
    Unable(Message),
    /// It failed.
    Void(Message),
}

fn done(
    home: &WorkerCache,
    client: &WorkerClient,
    place: usize,
    urgent_job: &UrgentJob,
) -> Result<Value, JobFailure> {
    let strange = || JobFailure::Void(say::strange_batch());
    let check_request: CheckRequest =
        serde_json::from_value(urgent_job.what.clone()).map_err(|_| strange())?;
    let check_environment = home.premises(&check_request, place).ok_or_else(strange)?;
    let bot = urgent_job.bot.as_ref().map(|bot| home.bot(client, bot)).transpose();
    let bot = bot.map_err(|batch_error| match batch_error {
        BatchError::Unable { why, .. } => JobFailure::Unable(why),
        BatchError::Strange => strange(),
        BatchError::Faulty(why) => JobFailure::Void(why),
        BatchError::NotThere(_) => JobFailure::Void(say::no_bundle()),
    })?;
    carry_out(check_request, bot.as_ref(), &check_environment).map_err(|error| {
        let why = error.message();
        if error.is_of_machine() { JobFailure::Unable(why) } else { JobFailure::Void(why) }
    })
}

/// What is sent is English, whatever is spoken here.
fn sent(came: Result<Value, JobFailure>) -> UrgentJobOutcome {
    match came {
        Ok(found) => UrgentJobOutcome::Done(found),
        Err(JobFailure::Unable(why)) => UrgentJobOutcome::Unable(why.get(Language::En)),
        Err(JobFailure::Void(why)) => UrgentJobOutcome::Void(why.get(Language::En)),
    }
}
