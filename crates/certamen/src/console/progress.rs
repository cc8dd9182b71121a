//! The progress of a run: a bar on a terminal, otherwise a log line every few seconds.

use crate::console::say::play;
use crate::print::say::table;
use certamen_contest::ContestProgress;
use certamen_game::Language;
use certamen_i18n::labelled;
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    io::{IsTerminal, stderr},
    time::{Duration, Instant},
};

/// Interval of log lines without a terminal or on one that cannot draw a bar.
const LOG: Duration = Duration::from_secs(10);
/// Minimum interval between updates.
const LOOK: Duration = Duration::from_millis(200);

pub(crate) struct Display {
    how: How,
    started: Instant,
    before: u64,
    looked: Instant,
    language: Language,
}

enum How {
    Bar(ProgressBar),
    Log(Instant),
}

impl Display {
    pub(crate) fn new(progress: ContestProgress, language: Language) -> Display {
        let now = Instant::now();
        let how = if draws_bars() {
            let [matches, left] = [play::matches(), play::left()].map(|words| words.get(language));
            let style = format!(
                "{{bar:30}} {{pos}}/{{len}} {matches}  {{prefix}}  {left} {{eta_precise}}  {{msg}}"
            );
            let bar = ProgressBar::new(progress.total).with_position(progress.finished);
            bar.set_style(ProgressStyle::with_template(&style).expect("the template is tested"));
            bar.reset_eta();
            How::Bar(bar)
        } else {
            How::Log(now)
        };
        Display { how, started: now, before: progress.finished, looked: now, language }
    }

    /// Shows `progress` if an update is due.
    pub(crate) fn show(&mut self, progress: ContestProgress) {
        if self.looked.elapsed() < LOOK {
            return;
        }
        self.looked = Instant::now();
        match &mut self.how {
            How::Bar(bar) => {
                bar.set_length(progress.total);
                bar.set_position(progress.finished);
                bar.set_prefix(rate(progress, self.before, self.started.elapsed()).1);
                let faults = labelled(table::faults(), progress.faults);
                bar.set_message(faults.get(self.language));
            }
            How::Log(last) if last.elapsed() >= LOG => {
                *last = Instant::now();
                eprintln!("{}", line(progress, self.before, self.started.elapsed(), self.language));
            }
            How::Log(_) => {}
        }
    }

    /// Shows the final state and releases the terminal.
    pub(crate) fn end(self, progress: ContestProgress) {
        match self.how {
            How::Bar(bar) => {
                bar.finish_and_clear();
                eprintln!("{}", line(progress, self.before, self.started.elapsed(), self.language));
            }
            How::Log(_) => {
                eprintln!("{}", line(progress, self.before, self.started.elapsed(), self.language));
            }
        }
    }
}

fn line(progress: ContestProgress, before: u64, passed: Duration, language: Language) -> String {
    let [matches, left] = [play::matches(), play::left()].map(|words| words.get(language));
    let ContestProgress { finished, total, faults } = progress;
    let played = finished - before;
    let (rate, told) = rate(progress, before, passed);
    let eta = if played == 0 || finished >= total {
        String::new()
    } else {
        let time = Duration::from_secs_f64(((total - finished) as f64 / rate).min(1e9));
        format!(", {left} {}", indicatif::FormattedDuration(time))
    };
    let faults = labelled(table::faults(), faults).get(language);
    format!("{finished}/{total} {matches}, {told}{eta}, {faults}")
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
