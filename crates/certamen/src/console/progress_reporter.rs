//! Events of a contest that is run or hosted, printed on standard error.

use crate::console::{progress::Display, say::play};
use crate::print::{
    publication::time,
    say::{hosting, table as said},
    words,
};
use certamen_game::{Language, escaped};
use certamen_host::{
    Event, Publication, RejectedBot,
    reception::{Report, Verdict},
};
use certamen_i18n::{Localize, labelled};
use std::{cell::RefCell, path::Path};

/// Prints events.
pub struct ProgressReporter {
    /// The contest's folder, as the user typed it.
    contest: String,
    language: Language,
    /// Whether to print progress.
    progress: ReportFilter,
    /// Whether to print decisions and publications.
    news: ReportFilter,
    display: RefCell<Option<Display>>,
}

/// Names the bots whose programs were still running when their matches were over, if there are any.
pub fn tell_staying(bots: &[&str], language: Language) {
    if !bots.is_empty() {
        let names: Vec<String> = bots.iter().map(|name| escaped(name)).collect();
        eprintln!("{}", play::stays(names.join(", ")).get(language));
    }
}

/// Whether something is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ReportFilter {
    Yes,
    /// The user wants no output, or it is of no interest.
    No,
}

impl ProgressReporter {
    /// Prints the progress of a contest's matches, unless `quiet`.
    pub fn of_run(contest: &Path, quiet: bool, language: Language) -> ProgressReporter {
        let progress = if quiet { ReportFilter::No } else { ReportFilter::Yes };
        let contest = escaped(&contest.display().to_string());
        ProgressReporter {
            contest,
            language,
            progress,
            news: ReportFilter::No,
            display: RefCell::default(),
        }
    }

    /// Prints publications and submissions, unless `quiet`; single matches are of no interest.
    pub fn of_host(contest: &Path, quiet: bool, language: Language) -> ProgressReporter {
        let news = if quiet { ReportFilter::No } else { ReportFilter::Yes };
        let contest = escaped(&contest.display().to_string());
        ProgressReporter {
            contest,
            language,
            progress: ReportFilter::No,
            news,
            display: RefCell::default(),
        }
    }

    pub fn hear(&self, event: &Event<'_>) {
        match event {
            Event::Begins(progress) if self.progress == ReportFilter::Yes => {
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
            Event::SetAside(rejected_bots) => self.tell_unfit(rejected_bots),
            Event::PlayedAgain { number, reason } => {
                let [played, again] =
                    [said::number(), play::played_again()].map(|words| words.get(self.language));
                let what = format!("{played} {number} {again}");
                eprintln!("{}", labelled(what, (*reason).clone()).get(self.language));
            }
            Event::PutAside { number, reason } => {
                let why = reason.get(self.language);
                eprintln!("{}", play::match_put_aside(number, why).get(self.language));
            }
            Event::Suspended(bot) => {
                eprintln!("{}", play::suspended(escaped(bot)).get(self.language));
            }
            Event::Said(news) => eprintln!("{}", news.get(self.language)),
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
            news if self.news == ReportFilter::Yes => self.tell_news(news),
            _ => {}
        }
    }

    fn tell_unfit(&self, rejected_bots: &[RejectedBot]) {
        for rejected_bot in rejected_bots {
            let told = labelled(
                said::set_aside(),
                labelled(&rejected_bot.bot, rejected_bot.why.message()),
            );
            eprintln!("{}", told.get(self.language));
        }
        let more = said::when_mended().get(self.language);
        eprintln!("{more}: certamen check {}", self.contest);
    }

    /// Names the excluded bots and matches at the end, `names` first; returns whether there are
    /// any.
    pub fn name_aside(&self, bots: &[String], matches: &[String]) -> bool {
        for (names, what) in [(bots, said::set_aside()), (matches, said::matches_put_aside())] {
            if !names.is_empty() {
                eprintln!("{}", labelled(what, names.join(", ")).get(self.language));
            }
        }
        !bots.is_empty() || !matches.is_empty()
    }

    /// Names the bots whose programs were still running when their matches were over.
    pub fn name_staying(&self, bots: &[&str]) {
        if self.progress == ReportFilter::Yes || self.news == ReportFilter::Yes {
            tell_staying(bots, self.language);
        }
    }

    fn tell_news(&self, event: &Event<'_>) {
        match event {
            Event::Received(report) => self.tell_reception(report),
            Event::Published(publication) => self.tell_table(publication),
            Event::Marked(path) => {
                eprintln!("{} {}", hosting::marks().get(self.language), path.display());
            }
            _ => {}
        }
    }

    fn tell_reception(&self, report: &Report) {
        let word = words::verdict(report.verdict);
        let told = match (report.verdict, report.reasons.first()) {
            (Verdict::Accepted, _) | (_, None) => word,
            (_, Some(reason)) => labelled(word, reason.get(self.language)),
        };
        let told = labelled(time(&report.received), labelled(&report.file, told));
        eprintln!("{}", told.get(self.language));
    }

    fn tell_table(&self, publication: &Publication) {
        let kind = words::kind(publication.kind).get(self.language);
        let published = hosting::published().get(self.language);
        let told = labelled(time(&publication.made), format!("{kind} {published}"));
        eprintln!("{}", told.get(self.language));
    }
}
