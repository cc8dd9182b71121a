//! The entry test: does a player compile, is it fast enough, does it reach the least result.
//!
//! It plays where the contest is played, in the same sandbox and under the same conditions.

use super::stage::Stage;
use crate::{command::run::plan, measured::time_charged, setting::set_depth};
use anyhow::{Context, anyhow};
use certamen_contest::{
    ContestFile, Folder,
    file::{LeastResult, Minimum},
};
use certamen_course::{Decision, EntryTest, Finding, Rule, Untried};
use certamen_game::{Budget, Failure, Fault, Map, Outcome, Seat, Table, conformance, match_seed};
use certamen_sandbox::CompileError;
use certamen_speech::Message;
use certamen_worker::{Bot, BotError, Ready, Seating, SeatingPlan, Workshop};
use std::{fs, ops::ControlFlow, time::Duration};

/// The place at which players are tried: none of those at which matches are played.
const PLACE: usize = 1_001;
/// So many times the limit a move may take before it is given up.
const GIVEN_UP: u32 = 4;

/// Tries players before they may enter.
pub(super) struct Entrance<'a> {
    folder: &'a Folder,
    stage: &'a Stage,
    minimum: Option<&'a Minimum>,
}

impl EntryTest for Entrance<'_> {
    fn findings(&mut self, decision: &Decision, source: &str) -> Result<Vec<Finding>, Untried> {
        let found = self.find(&decision.file, source);
        let untried = |error| Untried(Message::verbatim(format!("{error:#}")));
        found.map(|finding| finding.into_iter().collect()).map_err(untried)
    }
}

impl<'a> Entrance<'a> {
    pub(super) fn new(
        folder: &'a Folder,
        stage: &'a Stage,
        minimum: Option<&'a Minimum>,
    ) -> Entrance<'a> {
        Entrance { folder, stage, minimum }
    }

    /// The first thing that is not as it must be.
    fn find(&self, name: &str, source: &str) -> anyhow::Result<Option<Finding>> {
        let place = tempfile::tempdir()?;
        let path = place.path().join(name);
        fs::write(&path, source)?;
        let file = self.stage.contest.file();
        let mut bots = vec![Bot::find(&path.display().to_string(), file.game)?];
        set_depth(&mut bots, file.search.map(|search| search.depth), file.game);
        let workshop = Workshop::new(self.folder.builds(), self.stage.sandbox.clone());
        let ready = match workshop.prepare(&bots[0]) {
            Ok(ready) => ready,
            Err(BotError::Compile { error: CompileError::Refused { why, words }, .. }) => {
                let words = gist(&words).unwrap_or_else(|| why.to_string());
                return Ok(Some(Finding::new(Rule::DoesNotCompile).with_detail(&words)));
            }
            Err(error) => return Err(error.into()),
        };
        let plan = plan(self.folder, file, self.stage.sandbox.clone());
        if let Some(finding) = self.too_slow(&plan, &ready)? {
            return Ok(Some(finding));
        }
        let Some(minimum) = self.minimum else { return Ok(None) };
        for seat in [0, 1] {
            let finding =
                Trial { file, plan: &plan, ready: &ready, minimum, seat }.play(&self.table(2))?;
            if finding.is_some() {
                return Ok(finding);
            }
        }
        Ok(None)
    }

    /// "jugadores que requieran tiempos superiores al 50% del llamado bueno a profundidad 4 serán
    /// descalificados"
    fn too_slow(&self, plan: &SeatingPlan, ready: &Ready) -> anyhow::Result<Option<Finding>> {
        let limit = Duration::from_millis(self.stage.contest.conditions().move_ms);
        let time = limit * GIVEN_UP;
        let budget = Budget { cpu: time, wall: time * GIVEN_UP + Duration::from_secs(1) };
        match time_charged(plan, &self.table(2), ready, budget) {
            Ok(needed) if needed <= limit => Ok(None),
            Ok(needed) => {
                let percent = needed.as_secs_f64() / limit.as_secs_f64() * 100.0;
                let detail = format!("{percent:.0} %");
                Ok(Some(Finding::new(Rule::TooSlow).with_detail(&detail)))
            }
            Err(Failure::Fault(fault)) => Ok(Some(of_fault(fault))),
            Err(Failure::Void(void)) => Err(anyhow!("{void}")),
            Err(Failure::Left) => Err(anyhow!("a person sat down")),
        }
    }

    fn table(&self, seats: u8) -> Table {
        let file = self.stage.contest.file();
        let options: Map = file.options.clone();
        let table = conformance::table(file.game, options, seats, match_seed(1, "entry test"));
        Table { conditions: self.stage.contest.conditions().clone(), ..table }
    }
}

/// A match against the player that is the measure.
struct Trial<'a> {
    file: &'a ContestFile,
    plan: &'a SeatingPlan,
    ready: &'a Ready,
    minimum: &'a Minimum,
    /// Where the newcomer sits.
    seat: u8,
}

impl Trial<'_> {
    fn play(&self, table: &Table) -> anyhow::Result<Option<Finding>> {
        let (name, mut arguments) = self.minimum.house();
        if let Some(search) = self.file.search {
            arguments.entry("depth".to_owned()).or_insert_with(|| search.depth.to_string());
        }
        let measure = Ready::House { name, arguments };
        let mut bots = [self.ready, &measure];
        bots.rotate_right(usize::from(self.seat));
        let seating = Seating { plan: self.plan, place: PLACE };
        let players = seating.players(table, &bots).map_err(|void| anyhow!("{void}"));
        let mut players = players?;
        let go_on = &mut |_: &certamen_referee::MatchEvent<'_>| ControlFlow::Continue(());
        let played =
            certamen_referee::play(self.plan.game, table.clone(), &[], &mut players, go_on);
        let record = played.map_err(|error| anyhow!("{error:?}"))?;
        let outcome = record.outcome.context("a match without an end")?;
        Ok(self.judge(&outcome))
    }

    /// "que al menos iguale o supere, con el saque tanto a favor como en contra"
    fn judge(&self, outcome: &Outcome) -> Option<Finding> {
        let own = Seat(self.seat);
        if let Some(fault) = outcome.reason.filter(|_| outcome.seats.contains(&own)) {
            return Some(of_fault(fault));
        }
        let least = match self.minimum.result {
            LeastResult::Draw => 0.5,
            LeastResult::Win => 1.0,
        };
        if outcome.scores[own.index()] >= least {
            return None;
        }
        let points = outcome.detail.get("points").map(ToString::to_string).unwrap_or_default();
        let detail = format!("{} {points}", self.minimum.against);
        Some(Finding::new(Rule::BelowMinimum).with_detail(detail.trim()))
    }
}

/// What of a compiler's words says what is wrong: what follows upon "caught", else the last line.
fn gist(words: &str) -> Option<String> {
    let bare = |line: &str| line.trim_start().trim_start_matches(';').trim().to_owned();
    let lines: Vec<String> = words.lines().map(bare).collect();
    let caught = |line: &&String| line.starts_with("caught ") && !line.contains("STYLE");
    let at = lines.iter().position(|line| caught(&line));
    let after = at.and_then(|at| lines[at + 1..].iter().find(|line| !line.is_empty()));
    after.or(lines.iter().rfind(|line| !line.is_empty())).cloned()
}

/// What a fault in a trial means.
fn of_fault(fault: Fault) -> Finding {
    let rule = match fault {
        Fault::Timeout => Rule::TooSlow,
        Fault::Security => Rule::ChangesState,
        _ => Rule::FailsAtRunTime,
    };
    Finding::new(rule).with_detail(fault.word())
}

#[cfg(test)]
mod tests {
    use super::gist;

    #[test]
    fn of_what_a_compiler_says_the_complaint_is_told() {
        let words = "; in: DEFUN MI-F-EV\n; caught STYLE-WARNING:\n;   never used\n\n; caught WARNING:\n;   Constant 5 conflicts\n; compilation unit finished\nit does not compile\n";
        assert_eq!(gist(words).as_deref(), Some("Constant 5 conflicts"));
        assert_eq!(gist("READ error: end of file\n\n").as_deref(), Some("READ error: end of file"));
        assert_eq!(gist("\n ;\n"), None);
    }
}
