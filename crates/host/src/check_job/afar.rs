//! Asks workers to run a check job.

use super::{
    CheckRequest, FunctionCheckResult, InvalidWorkerAnswer, JobQuestion, PaceMsg,
    ProgramCheckResult,
};
use crate::{Farm, HostError, bots::bot_of, say, timing::TimingError};
use certamen_contest::{ContestFile, Folder, MoveTime, RelativeMoveTime, file::Memory};
use certamen_farm::{
    BundleParts, BusError, JobRequest,
    message::{BatchBot, PlayerSource},
};
use certamen_game::{Conditions, Language};
use certamen_portal::course::SourceFinding;
use certamen_runner::check::{Measure, Pace};
use certamen_runner::{Bot, Bundle};
use serde::de::DeserializeOwned;
use std::time::Duration;

/// The tier for jobs that need no isolation.
const NO_TIER: &str = "D";

pub(crate) struct RemoteChecks<'a> {
    pub(crate) farm: &'a Farm,
    pub(crate) folder: &'a Folder,
    pub(crate) file: &'a ContestFile,
    /// The minimum isolation level for bots.
    pub(crate) tier: &'a str,
}

impl RemoteChecks<'_> {
    pub(crate) fn try_program(
        &self,
        bot: &Bot,
        conditions: Conditions,
        language: Language,
    ) -> Result<ProgramCheckResult, HostError> {
        let ask = JobQuestion::Program { language: language.code().to_owned() };
        let tried: ProgramCheckResult = self.ask("desk", Some(bot), conditions, ask)?;
        Ok(tried.believed(self.file.game))
    }

    /// The first rule that an evaluation function breaks, if any.
    pub(crate) fn try_function(
        &self,
        bot: &Bot,
        conditions: Conditions,
        measure: Option<Measure>,
        pace: Option<&Pace>,
    ) -> Result<Option<SourceFinding>, HostError> {
        let share = crate::running::measure(self.file);
        let pace = share.zip(pace).map(|(share, pace)| Box::new(PaceMsg::new(share, pace)));
        let ask = JobQuestion::Function { measure: measure.map(Into::into), pace };
        let entered: FunctionCheckResult = self.ask("hall", Some(bot), conditions, ask)?;
        entered.believed().map_err(|InvalidWorkerAnswer| invalid_answer())
    }

    /// The conditions of matches between this number of bots.
    pub(crate) fn conditions(&self, bots: usize) -> Result<Conditions, HostError> {
        let limit = match &self.file.limits.move_time {
            None => self.file.game.info().move_time,
            Some(MoveTime::Fixed(time)) => *time,
            Some(MoveTime::Share(share)) => {
                let limit = share.limit(self.time_needed(share, bots, "desk")?);
                limit.map_err(|why| HostError::MoveTime(Box::new(TimingError::TooShort(why))))?
            }
        };
        Ok(self.file.conditions(limit, self.tier))
    }

    /// How long the player that sets the move time needs for a move, with this number of bots.
    pub(crate) fn time_needed(
        &self,
        share: &RelativeMoveTime,
        bots: usize,
        purpose: &str,
    ) -> Result<Duration, HostError> {
        let seats = self.file.format.table_size(bots) as u8;
        let conditions = self.file.conditions(Duration::ZERO, self.tier);
        let nanos: u64 = if share.player(self.file.game).is_some() {
            let ask = JobQuestion::Time { of: Some(share.of().to_string()), seats };
            self.ask(purpose, None, conditions, ask)?
        } else {
            let bot = bot_of(self.folder, share, self.file.game)?;
            self.ask(purpose, Some(&bot), conditions, JobQuestion::Time { of: None, seats })?
        };
        Ok(Duration::from_nanos(nanos))
    }

    fn ask<T: DeserializeOwned>(
        &self,
        purpose: &str,
        bot: Option<&Bot>,
        conditions: Conditions,
        ask: JobQuestion,
    ) -> Result<T, HostError> {
        let check_request = CheckRequest {
            game: self.file.game.info().slug.to_owned(),
            rules: self.file.game.info().version,
            options: self.file.options.clone(),
            conditions,
            writes: self.file.programs.memory != Memory::None,
            ask,
        };
        let wish = JobRequest {
            what: serde_json::to_value(check_request).expect("what is asked is plain data"),
            bot: bot.map(bundled).transpose()?,
            tier: if bot.is_some() { self.tier } else { NO_TIER }.to_owned(),
        };
        let jobs = self.farm.urgent_jobs(self.folder, purpose)?;
        let found = jobs.run(&wish, &|| !self.farm.is_stopped())?;
        let found = found.ok_or(HostError::Stopped)?;
        serde_json::from_value(found).map_err(|_| invalid_answer())
    }
}

/// A bot with its files, as it is sent.
fn bundled(bot: &Bot) -> Result<(BatchBot, BundleParts), HostError> {
    let bundle = Bundle::of(bot).ok_or_else(|| HostError::NotSendable { bot: bot.name.clone() })?;
    let parts = BundleParts::of(serde_json::to_vec(&bundle).expect("files are plain data"));
    let player = PlayerSource::Bundle { id: parts.id.clone(), parts: parts.count() };
    let (name, digest) = (bot.name.clone(), Some(bot.digest.clone()));
    Ok((BatchBot { id: 0, name, digest, player }, parts))
}

/// A worker gave an answer of the wrong kind.
fn invalid_answer() -> HostError {
    let why = say::strange_answer().get(Language::En);
    HostError::Bus(BusError::Undone { why })
}
