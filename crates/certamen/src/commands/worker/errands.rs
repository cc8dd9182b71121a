//! Urgent jobs: they take precedence over matches.

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

/// Runs a job in the slot `place` and submits its result, until `give_up` returns true. Returns a
/// message for the worker's operator.
pub(super) fn run(
    (home, client): (&WorkerCache, &WorkerClient),
    place: usize,
    fetched: &LeasedJob,
    give_up: &dyn Fn() -> bool,
) -> Option<Message> {
    let came = done(home, client, place, &fetched.urgent_job);
    let why = match &came {
        Err(JobFailure::Void(why)) => Some(why.clone()),
        // The sender of the job tries another worker.
        Ok(_) | Err(JobFailure::Unable(_)) => None,
    };
    // If submitting fails, others run the job when its lease ends.
    let handed_in = client.submit_job(fetched, sent(came), give_up);
    handed_in.err().map(|error| error.message()).or(why)
}

/// Why a job was not done.
enum JobFailure {
    /// Workers like this one cannot do it.
    Unable(Message),
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

/// The outcome to send, always in English.
fn sent(came: Result<Value, JobFailure>) -> UrgentJobOutcome {
    match came {
        Ok(found) => UrgentJobOutcome::Done(found),
        Err(JobFailure::Unable(why)) => UrgentJobOutcome::Unable(why.get(Language::En)),
        Err(JobFailure::Void(why)) => UrgentJobOutcome::Void(why.get(Language::En)),
    }
}
