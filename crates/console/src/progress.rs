//! How far a run is: a bar on a terminal, else a line of log every ten seconds.

use crate::say::play;
use certamen_bulletin::say::table;
use certamen_contest::Progress;
use certamen_game::Language;
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    io::{IsTerminal, stderr},
    time::{Duration, Instant},
};

/// How often a line is logged where there is no terminal.
const LOG: Duration = Duration::from_secs(10);
/// How often anything is looked at.
const LOOK: Duration = Duration::from_millis(200);

/// Shows how far a run is.
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
    /// A display for a run that starts at `progress`.
    pub(crate) fn new(progress: Progress, language: Language) -> Display {
        let now = Instant::now();
        let how = if stderr().is_terminal() {
            let [matches, left] = [play::matches(), play::left()].map(|words| words.get(language));
            let style = format!(
                "{{bar:30}} {{pos}}/{{len}} {matches}  {{per_sec}}  {left} {{eta_precise}}  {{msg}}"
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

    /// Shows `progress` if it is time to.
    pub(crate) fn show(&mut self, progress: Progress) {
        if self.looked.elapsed() < LOOK {
            return;
        }
        self.looked = Instant::now();
        match &mut self.how {
            How::Bar(bar) => {
                bar.set_length(progress.total);
                bar.set_position(progress.finished);
                bar.set_message(format!(
                    "{}: {}",
                    table::faults().get(self.language),
                    progress.faults
                ));
            }
            How::Log(last) if last.elapsed() >= LOG => {
                *last = Instant::now();
                eprintln!("{}", line(progress, self.before, self.started.elapsed(), self.language));
            }
            How::Log(_) => {}
        }
    }

    /// Shows the last word and leaves the terminal alone.
    pub(crate) fn end(self, progress: Progress) {
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

fn line(progress: Progress, before: u64, passed: Duration, language: Language) -> String {
    let [matches, left, words] =
        [play::matches(), play::left(), table::faults()].map(|words| words.get(language));
    let Progress { finished, total, faults } = progress;
    let played = finished - before;
    let rate = played as f64 / passed.as_secs_f64().max(1e-3);
    let eta = if played == 0 || finished >= total {
        String::new()
    } else {
        let time = Duration::from_secs_f64(((total - finished) as f64 / rate).min(1e9));
        format!(", {left} {}", indicatif::FormattedDuration(time))
    };
    format!("{finished}/{total} {matches}, {rate:.1}/s{eta}, {words}: {faults}")
}
