//! What a run or a host prints on standard error: events, a progress bar or log lines, the expected
//! duration, and kind the seed is drawn.

use super::say::play;
use crate::{
    Result,
    print::{
        publication::{self, clock_time},
        say::{hosting, table},
    },
};
use certamen_contest::{ContestProgress, draw::Draw};
use certamen_game::{Language, escaped};
use certamen_host::{
    Event, RejectedBot, RunningContest, StopSignal, is_lower_bound, reception::Verdict,
    runs_programs,
};
use certamen_i18n::{Localize, labelled};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::{
    cell::RefCell,
    io::{IsTerminal, Write, stderr, stdout},
    path::Path,
    time::{Duration, Instant},
};

pub(crate) struct ProgressReporter {
    /// The contest's folder, as the user typed it.
    contest: String,
    language: Language,
    reported: ReportedEvents,
    display: RefCell<Option<Display>>,
}

/// Names the bots whose programs were still running when their matches were over, if there are any.
pub(crate) fn print_staying(bots: &[&str], language: Language) {
    if !bots.is_empty() {
        let names: Vec<String> = bots.iter().map(|name| escaped(name)).collect();
        eprintln!("{}", play::stays(names.join(", ")).get(language));
    }
}

/// Which events are printed besides those that always are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ReportedEvents {
    /// Only faults and decisions about bots and matches.
    Few,
    /// The progress of a contest's matches.
    Progress,
    /// Publications and submissions; single matches are of no interest.
    Hosting,
}

impl ProgressReporter {
    pub(crate) fn new(
        contest: &Path,
        reported: ReportedEvents,
        language: Language,
    ) -> ProgressReporter {
        let contest = escaped(&contest.display().to_string());
        ProgressReporter { contest, language, reported, display: RefCell::default() }
    }

    pub(crate) fn report(&self, event: &Event<'_>) {
        match event {
            Event::Begins(progress) if self.reported == ReportedEvents::Progress => {
                let display = Display::new(*progress, self.language);
                self.display.replace(Some(display));
            }
            Event::Goes(progress) => {
                if let Some(display) = &mut *self.display.borrow_mut() {
                    display.show(*progress);
                }
            }
            Event::Ends(progress) => {
                if let Some(display) = self.display.take() {
                    display.end(*progress);
                }
            }
            Event::Excluded(rejected_bots) => self.print_rejected(rejected_bots),
            Event::PlayedAgain { number, reason } => {
                let [played, again] =
                    [table::number(), play::played_again()].map(|words| words.get(self.language));
                let what = format!("{played} {number} {again}");
                eprintln!("{}", labelled(what, (*reason).clone()).get(self.language));
            }
            Event::Deferred { number, reason } => {
                let why = reason.get(self.language);
                eprintln!("{}", play::match_deferred(number, why).get(self.language));
            }
            Event::Suspended(bot) => {
                eprintln!("{}", play::suspended(escaped(bot)).get(self.language));
            }
            Event::Said(message) => eprintln!("{}", message.get(self.language)),
            Event::Postponed { file, reason } => {
                eprintln!(
                    "{}",
                    labelled(escaped(file), reason.get(self.language)).get(self.language)
                );
            }
            Event::FileKept(error) => {
                let kept = hosting::old_file_kept().get(self.language);
                eprintln!("{}: {kept}", error.message().get(self.language));
            }
            _ if self.reported != ReportedEvents::Hosting => {}
            Event::Received(report) => {
                let word = publication::verdict_word(report.verdict);
                let text = match (report.verdict, report.reasons.first()) {
                    (Verdict::Accepted, _) | (_, None) => word,
                    (_, Some(reason)) => labelled(word, reason.get(self.language)),
                };
                let text = labelled(clock_time(&report.received), labelled(&report.file, text));
                eprintln!("{}", text.get(self.language));
            }
            Event::Published(publication) => {
                let kind = publication::kind_word(publication.kind).get(self.language);
                let published = hosting::published().get(self.language);
                let text = labelled(clock_time(&publication.made), format!("{kind} {published}"));
                eprintln!("{}", text.get(self.language));
            }
            Event::Marked(path) => {
                eprintln!("{} {}", hosting::marks().get(self.language), path.display());
            }
            _ => {}
        }
    }

    fn print_rejected(&self, rejected_bots: &[RejectedBot]) {
        for rejected_bot in rejected_bots {
            let text = labelled(
                table::excluded(),
                labelled(&rejected_bot.bot, rejected_bot.why.message()),
            );
            eprintln!("{}", text.get(self.language));
        }
        let more = table::when_fixed().get(self.language);
        eprintln!("{more}: certamen check {}", self.contest);
    }

    /// Names the excluded bots and matches at the end, `names` first; returns whether there are
    /// any.
    pub(crate) fn print_excluded(&self, bots: &[String], matches: &[String]) -> bool {
        for (names, what) in [(bots, table::excluded()), (matches, table::matches_deferred())] {
            if !names.is_empty() {
                eprintln!("{}", labelled(what, names.join(", ")).get(self.language));
            }
        }
        !bots.is_empty() || !matches.is_empty()
    }

    /// Names the bots whose programs were still running when their matches were over.
    pub(crate) fn print_staying_bots(&self, bots: &[&str]) {
        if self.reported != ReportedEvents::Few {
            print_staying(bots, self.language);
        }
    }
}

/// Interval of log lines without a terminal or on one that cannot draw a bar.
const LOG_INTERVAL: Duration = Duration::from_secs(10);
const MIN_UPDATE_INTERVAL: Duration = Duration::from_millis(200);

pub(crate) struct Display {
    kind: DisplayKind,
    started: Instant,
    before: u64,
    updated: Instant,
    language: Language,
}

enum DisplayKind {
    Bar(ProgressBar),
    Log(Instant),
}

impl Display {
    pub(crate) fn new(progress: ContestProgress, language: Language) -> Display {
        let now = Instant::now();
        let kind = if draws_bars() {
            let [matches, left] = [play::matches(), play::left()].map(|words| words.get(language));
            let style = format!(
                "{{bar:30}} {{pos}}/{{len}} {matches}  {{prefix}}  {left} {{eta_precise}}  {{msg}}"
            );
            let bar = ProgressBar::new(progress.total).with_position(progress.finished);
            bar.set_style(ProgressStyle::with_template(&style).expect("the template is tested"));
            bar.reset_eta();
            DisplayKind::Bar(bar)
        } else {
            DisplayKind::Log(now)
        };
        Display { kind, started: now, before: progress.finished, updated: now, language }
    }

    pub(crate) fn show(&mut self, progress: ContestProgress) {
        if self.updated.elapsed() < MIN_UPDATE_INTERVAL {
            return;
        }
        self.updated = Instant::now();
        match &mut self.kind {
            DisplayKind::Bar(bar) => {
                bar.set_length(progress.total);
                bar.set_position(progress.finished);
                bar.set_prefix(rate(progress, self.before, self.started.elapsed()).1);
                let faults = labelled(table::faults(), progress.faults);
                bar.set_message(faults.get(self.language));
            }
            DisplayKind::Log(last) if last.elapsed() >= LOG_INTERVAL => {
                *last = Instant::now();
                eprintln!(
                    "{}",
                    progress_line(progress, self.before, self.started.elapsed(), self.language)
                );
            }
            DisplayKind::Log(_) => {}
        }
    }

    /// Shows the final state and releases the terminal.
    pub(crate) fn end(self, progress: ContestProgress) {
        match self.kind {
            DisplayKind::Bar(bar) => {
                bar.finish_and_clear();
                eprintln!(
                    "{}",
                    progress_line(progress, self.before, self.started.elapsed(), self.language)
                );
            }
            DisplayKind::Log(_) => {
                eprintln!(
                    "{}",
                    progress_line(progress, self.before, self.started.elapsed(), self.language)
                );
            }
        }
    }
}

fn progress_line(
    progress: ContestProgress,
    before: u64,
    passed: Duration,
    language: Language,
) -> String {
    let [matches, left] = [play::matches(), play::left()].map(|words| words.get(language));
    let ContestProgress { finished, total, faults } = progress;
    let played = finished - before;
    let (rate, text) = rate(progress, before, passed);
    let eta = if played == 0 || finished >= total {
        String::new()
    } else {
        let time = Duration::from_secs_f64(((total - finished) as f64 / rate).min(1e9));
        format!(", {left} {}", indicatif::FormattedDuration(time))
    };
    let faults = labelled(table::faults(), faults).get(language);
    format!("{finished}/{total} {matches}, {text}{eta}, {faults}")
}

/// The number of matches per second, as a number and as text.
fn rate(progress: ContestProgress, before: u64, passed: Duration) -> (f64, String) {
    let played = progress.finished.saturating_sub(before);
    let rate = played as f64 / passed.as_secs_f64().max(1e-3);
    (rate, format!("{rate:.1}/s"))
}

/// Whether standard error is a terminal that can redraw a line.
fn draws_bars() -> bool {
    let term = std::env::var_os("TERM");
    stderr().is_terminal() && term.is_some_and(|term| term != "dumb" && !term.is_empty())
}

/// Prints a forecast. Plays some matches if none were played; their results are not stored.
pub(crate) fn print_forecast(
    running: &mut RunningContest,
    stop: &StopSignal,
    as_json: bool,
    language: Language,
) -> Result<()> {
    let Some(forecast) = running.forecast_or_probe(stop)? else {
        let progress = running.contest.progress();
        let is_over = progress.finished >= progress.total;
        let why =
            if is_over || running.is_here() { play::no_forecast() } else { play::not_tried_here() };
        eprintln!("{}", why.get(language));
        return Ok(());
    };
    let mut out = stdout().lock();
    let bots = running.bots.len();
    if as_json {
        let mut line = json!(forecast);
        line["bots"] = bots.into();
        writeln!(out, "{line}")?;
    } else {
        writeln!(out, "{}", forecast.describe(bots, language))?;
    }
    Ok(())
}

/// Prints one line on standard error when a run starts: players, matches, format, isolation level,
/// and the remaining time as far as earlier matches allow an estimate.
pub(crate) fn print_start(running: &mut RunningContest, language: Language) -> Result<()> {
    let progress = running.contest.progress();
    let is_over = progress.finished >= progress.total;
    let estimate = match running.forecast()? {
        Some(forecast) => play::left_for(forecast.left, forecast.time(language)).get(language),
        None if is_over => play::all_played().get(language),
        None => play::estimate_follows().get(language),
    };
    let format = &running.contest.file().format;
    let matches = match progress.total.to_string() {
        total if is_lower_bound(format) && !is_over => play::at_least(total).get(language),
        total => total,
    };
    let (players, kind) = (running.bots.len(), format.kind());
    // Built-in players need no isolation, and remote workers have levels of their own.
    let line = if running.is_here() && runs_programs(&running.bots) {
        play::starts_isolated(players, matches, kind, running.tier().to_string(), estimate)
    } else {
        play::starts(players, matches, kind, estimate)
    };
    eprintln!("{}", line.get(language));
    Ok(())
}

pub(crate) fn print_draw(draw: &Draw, language: Language) {
    eprintln!("{}", labelled(table::draw_commitment(), &draw.commitment).get(language));
    let words = match &draw.closed {
        None => table::draw_open(),
        Some(closed) if closed.at == draw.drawn => table::draw_late(),
        Some(_) => table::draw_closed(),
    };
    eprintln!("{}", words.get(language));
}
