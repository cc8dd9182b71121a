//! An evaluation function is tried as its course would have it.

use super::{InvalidWorkerAnswer, harmless_texts};
use crate::{HostError, bots::bot_of, error::TimingError, running};
use certamen_contest::{ContestFile, Folder, LocalizedTexts, MoveTime, RelativeMoveTime};
use certamen_game::{Conditions, DynGame, Table, match_seed};
use certamen_i18n::{Localize, Message};
use certamen_portal::course::{Rule, SourceFinding};
use certamen_runner::check::{EntryTrial, Measure, Pace};
use certamen_runner::{Bot, BotError, Bundle};
use serde::{Deserialize, Serialize};
use std::{ops::ControlFlow, thread, time::Duration};

/// A player that seems too slow is measured this many times before it is rejected.
const JUDGED: u32 = 3;
/// Time for other processes to end, and for the machine's load to change.
const A_WHILE: Duration = Duration::from_millis(300);

/// The rules whose violations are only found by running the player.
const TRIED: [Rule; 5] = [
    Rule::DoesNotCompile,
    Rule::FailsAtRunTime,
    Rule::ChangesState,
    Rule::TooSlow,
    Rule::BelowMinimum,
];

/// The first problem of an evaluation function, if any.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FunctionCheckResult {
    /// The rule that it breaks; `None` if it may enter.
    pub rule: Option<String>,
    pub detail: Option<LocalizedTexts>,
}

/// Tests an evaluation function until something is wrong. One that seems too slow for a fixed limit
/// is tested again a while later: what makes the machine slow passes, what makes a player slow does
/// not. One that was compared with another player is not: both were as slow as the machine.
pub(crate) fn try_function(trial: &EntryTrial<'_>) -> Result<Option<SourceFinding>, HostError> {
    let mut found = tried_once(trial)?;
    for _ in 1..JUDGED {
        if trial.pace.is_some()
            || found.as_ref().is_none_or(|finding| finding.rule != Rule::TooSlow)
        {
            break;
        }
        thread::sleep(A_WHILE);
        found = tried_once(trial)?;
    }
    Ok(found)
}

fn tried_once(trial: &EntryTrial<'_>) -> Result<Option<SourceFinding>, HostError> {
    let mut found = None;
    trial.go(&mut |step| {
        found = step.finding;
        if found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    Ok(found)
}

/// The table at which players of a contest are tested.
pub fn trial_table(file: &ContestFile, conditions: Conditions) -> Table {
    let seed = match_seed(1, "entry test");
    Table::new(file.game).options(file.options.clone()).seed(seed).conditions(conditions)
}

impl FunctionCheckResult {
    #[cfg_attr(
        not(any(feature = "bus", test)),
        expect(dead_code, reason = "no worker carries out checks")
    )]
    pub(crate) fn of(finding: Option<&SourceFinding>) -> FunctionCheckResult {
        let Some(finding) = finding else { return FunctionCheckResult::default() };
        FunctionCheckResult {
            rule: finding.rule.message().id().map(str::to_owned),
            detail: finding.detail.as_ref().map(LocalizedTexts::from),
        }
    }

    #[cfg_attr(
        not(any(feature = "bus", test)),
        expect(dead_code, reason = "no machine says anything")
    )]
    pub(crate) fn believed(&self) -> Result<Option<SourceFinding>, InvalidWorkerAnswer> {
        let Some(id) = &self.rule else { return Ok(None) };
        let mut tried = TRIED.into_iter();
        let rule = tried
            .find(|rule| rule.message().id() == Some(id.as_str()))
            .ok_or(InvalidWorkerAnswer)?;
        let found = SourceFinding::new(rule);
        Ok(Some(match &self.detail {
            Some(detail) => found.with(Message::from(harmless_texts(detail))),
            None => found,
        }))
    }
}

/// The player to equal or beat, as it is sent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MeasureMsg {
    #[serde(rename = "told")]
    label: String,
    name: String,
    arguments: Vec<(String, String)>,
    least: f64,
}

impl From<Measure> for MeasureMsg {
    fn from(measure: Measure) -> MeasureMsg {
        let Measure { label, name, arguments, least } = measure;
        MeasureMsg { label, name, arguments: arguments.into_iter().collect(), least }
    }
}

impl From<MeasureMsg> for Measure {
    fn from(message: MeasureMsg) -> Measure {
        let MeasureMsg { label, name, arguments, least } = message;
        Measure { label, name, arguments: arguments.into_iter().collect(), least }
    }
}

/// The player of a contest whose time sets the limit, if one does.
pub fn pace(folder: &Folder, file: &ContestFile) -> Result<Option<Pace>, BotError> {
    let Some(share) = running::measure(file) else { return Ok(None) };
    let bot = bot_of(folder, share, file.game)?;
    Ok(Some(Pace { bot, percent: share.percent(), label: share.label() }))
}

/// The player whose time sets the limit, as it is sent.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PaceMsg {
    /// The share, without a path.
    share: String,
    digest: String,
    /// The player, unless it is built in.
    bundle: Option<Bundle>,
}

impl PaceMsg {
    #[cfg_attr(not(feature = "bus"), expect(dead_code, reason = "no machine is asked"))]
    pub(crate) fn new(share: &RelativeMoveTime, pace: &Pace) -> PaceMsg {
        let (share, digest) = (share.clone().without_folder().to_string(), &pace.bot.digest);
        PaceMsg { share, digest: digest.clone(), bundle: Bundle::of(&pace.bot) }
    }

    /// The player, if it matches its digest.
    #[cfg_attr(not(feature = "bus"), expect(dead_code, reason = "no worker carries out checks"))]
    pub(crate) fn pace(&self, game: &'static dyn DynGame) -> Result<Pace, HostError> {
        let unknown = || {
            let of = self.share.clone();
            HostError::MoveTime(Box::new(TimingError::NotBuiltin { of }))
        };
        let Ok(MoveTime::Share(share)) = self.share.parse() else { return Err(unknown()) };
        let bot = match &self.bundle {
            Some(bundle) => bundle.bot("reference", &self.digest).ok_or_else(unknown)?,
            None if share.player(game).is_some() => Bot::of(share.of(), game)?,
            None => return Err(unknown()),
        };
        Ok(Pace { bot, percent: share.percent(), label: share.label() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_survives_the_wire_and_no_worker_can_ban() {
        for rule in TRIED {
            let finding = SourceFinding::new(rule).with_detail("7 > 5");
            let entered = FunctionCheckResult::of(Some(&finding));
            let text = serde_json::to_string(&entered).unwrap();
            let read: FunctionCheckResult = serde_json::from_str(&text).unwrap();
            let believed = read.believed().unwrap().unwrap();
            assert_eq!(believed.message().to_string(), finding.message().to_string());
        }
        assert_eq!(FunctionCheckResult::of(None).believed(), Ok(None));
        for rule in Rule::ALL.iter().filter(|rule| !TRIED.contains(rule)) {
            let result = FunctionCheckResult::of(Some(&SourceFinding::new(*rule)));
            assert_eq!(result.believed(), Err(InvalidWorkerAnswer), "{rule:?}");
        }
    }
}
