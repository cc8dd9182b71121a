//! What whoever holds contests tells the site, and how that travels where the two are processes of
//! their own: a line of JSON each.

use crate::{
    errand::{Doing, EntryProgress, EntryStage, StageResult},
    farm_news::FarmNews,
    order::OrderDone,
    sitting_errand::SittingNews,
};
use certamen_contest::{Progress, Texts};
use certamen_speech::Message;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What whoever holds contests tells the site.
#[derive(Clone, PartialEq, Debug)]
pub enum HallNews {
    /// What is being done with a contest, which is called so in addresses.
    Doing(String, Doing),
    /// The numbers of the cores on which a contest is played now, which is called so in addresses.
    Cores(String, Vec<usize>),
    /// How far a match is that takes long.
    Match {
        /// What its contest is called in addresses.
        slug: String,
        /// Its number.
        number: i64,
        /// Its record so far; nothing once it is over.
        record: Option<Vec<u8>>,
    },
    /// How far a program has come that was sent.
    Entry(EntryProgress),
    /// What came of the order that was given last.
    Ordered(OrderDone),
    /// What happens at a table with people.
    Sitting(SittingNews),
    /// How the machines are that play elsewhere.
    Farm(FarmNews),
}

/// The same as it travels.
#[derive(Serialize, Deserialize)]
enum Line {
    Doing { slug: String, doing: DoingLine },
    Cores { slug: String, cores: Vec<usize> },
    Match { slug: String, number: i64, record: Option<String> },
    Entry { id: String, stage: String, result: String, why: Option<Texts> },
    Ordered(OrderDone),
    Sitting(SittingNews),
    Farm(FarmNews),
}

#[derive(Serialize, Deserialize)]
enum DoingLine {
    Nothing,
    Opening,
    Playing { finished: u64, total: u64, faults: u64 },
    Finished,
    Incomplete { again_ms: u64 },
    NeverHeld,
    Elsewhere,
    Failed { why: Texts, again_ms: u64 },
}

impl HallNews {
    /// Whether it is told again soon, so that it may be missed.
    pub fn comes_again(&self) -> bool {
        matches!(self, HallNews::Match { record: Some(_), .. } | HallNews::Farm(_))
    }

    /// The news as a line, with its end.
    pub fn to_line(&self) -> String {
        let line = match self {
            HallNews::Doing(slug, doing) => {
                Line::Doing { slug: slug.clone(), doing: DoingLine::of(doing) }
            }
            HallNews::Cores(slug, cores) => {
                Line::Cores { slug: slug.clone(), cores: cores.clone() }
            }
            HallNews::Match { slug, number, record } => Line::Match {
                slug: slug.clone(),
                number: *number,
                record: record.as_ref().map(|bytes| String::from_utf8_lossy(bytes).into_owned()),
            },
            HallNews::Entry(told) => Line::Entry {
                id: told.id.clone(),
                stage: told.stage.word().to_owned(),
                result: told.result.word().to_owned(),
                why: told.why.as_ref().map(Texts::from),
            },
            HallNews::Ordered(done) => Line::Ordered(done.clone()),
            HallNews::Sitting(told) => Line::Sitting(told.clone()),
            HallNews::Farm(told) => Line::Farm(told.clone()),
        };
        let text = serde_json::to_string(&line).expect("news are plain data");
        format!("{text}\n")
    }

    /// The news in a line; nothing if it is none.
    pub fn of_line(line: &str) -> Option<HallNews> {
        Some(match serde_json::from_str(line).ok()? {
            Line::Doing { slug, doing } => HallNews::Doing(slug, doing.into_doing()),
            Line::Cores { slug, cores } => HallNews::Cores(slug, cores),
            Line::Match { slug, number, record } => {
                HallNews::Match { slug, number, record: record.map(String::into_bytes) }
            }
            Line::Entry { id, stage, result, why } => HallNews::Entry(EntryProgress {
                id,
                stage: EntryStage::ALL.into_iter().find(|known| known.word() == stage)?,
                result: StageResult::ALL.into_iter().find(|known| known.word() == result)?,
                why: why.map(Message::from),
            }),
            Line::Ordered(done) => HallNews::Ordered(done),
            Line::Sitting(told) => HallNews::Sitting(told),
            Line::Farm(told) => HallNews::Farm(told),
        })
    }
}

impl DoingLine {
    fn of(doing: &Doing) -> DoingLine {
        match doing {
            Doing::Nothing => DoingLine::Nothing,
            Doing::Opening => DoingLine::Opening,
            Doing::Playing(Progress { finished, total, faults }) => {
                DoingLine::Playing { finished: *finished, total: *total, faults: *faults }
            }
            Doing::Finished => DoingLine::Finished,
            Doing::Incomplete { again } => DoingLine::Incomplete { again_ms: millis(again) },
            Doing::NeverHeld => DoingLine::NeverHeld,
            Doing::Elsewhere => DoingLine::Elsewhere,
            Doing::Failed { why, again } => {
                DoingLine::Failed { why: Texts::from(why), again_ms: millis(again) }
            }
        }
    }

    fn into_doing(self) -> Doing {
        match self {
            DoingLine::Nothing => Doing::Nothing,
            DoingLine::Opening => Doing::Opening,
            DoingLine::Playing { finished, total, faults } => {
                Doing::Playing(Progress { finished, total, faults })
            }
            DoingLine::Finished => Doing::Finished,
            DoingLine::Incomplete { again_ms } => {
                Doing::Incomplete { again: Duration::from_millis(again_ms) }
            }
            DoingLine::NeverHeld => Doing::NeverHeld,
            DoingLine::Elsewhere => Doing::Elsewhere,
            DoingLine::Failed { why, again_ms } => {
                Doing::Failed { why: why.into(), again: Duration::from_millis(again_ms) }
            }
        }
    }
}

fn millis(time: &Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{QueueNews, say, sitting_errand::SittingEvent};
    use certamen_speech::Language;

    #[test]
    fn what_is_told_arrives_as_it_was() {
        let slug = || "go-9x9".to_owned();
        let progress = Progress { finished: 3, total: 7, faults: 1 };
        let doings = [
            Doing::Nothing,
            Doing::Opening,
            Doing::Finished,
            Doing::Incomplete { again: Duration::from_secs(60) },
            Doing::NeverHeld,
            Doing::Elsewhere,
            Doing::Playing(progress),
        ];
        let mut all: Vec<HallNews> =
            doings.into_iter().map(|doing| HallNews::Doing(slug(), doing)).collect();
        let record = |record: Option<&str>| HallNews::Match {
            slug: slug(),
            number: 5,
            record: record.map(|text| text.as_bytes().to_vec()),
        };
        all.extend([HallNews::Cores(slug(), vec![1, 3]), HallNews::Cores(slug(), Vec::new())]);
        all.extend([record(None), record(Some("{\"certamen\":2}\n{}\n"))]);
        for stage in EntryStage::ALL {
            let (id, result) = ("abc".to_owned(), StageResult::Passed);
            all.push(HallNews::Entry(EntryProgress { id, stage, result, why: None }));
        }
        let queue = QueueNews { class: "k".to_owned(), level: 1, batches: 7, seconds: 0.5 };
        let slots = [("busy".to_owned(), 3)].into();
        all.push(HallNews::Farm(FarmNews { queues: vec![queue], slots, computed: 1.25 }));
        let sitting = |event| HallNews::Sitting(SittingNews { id: "abc".to_owned(), event });
        let line = "{\"turn\":3}".to_owned();
        all.extend([
            sitting(SittingEvent::Waits(2)),
            sitting(SittingEvent::Turn { number: 3, line, over: true }),
            sitting(SittingEvent::Rests),
        ]);
        for news in all {
            let line = news.to_line();
            assert!(line.ends_with('\n') && line.matches('\n').count() == 1, "{line:?}");
            assert_eq!(HallNews::of_line(&line), Some(news));
        }
        assert_eq!(HallNews::of_line("{\"Laughing\":1}"), None);
    }

    #[test]
    fn what_went_wrong_is_said_in_each_language() {
        let again = Duration::from_millis(1500);
        let told = HallNews::Doing("x".to_owned(), Doing::Failed { why: say::full(), again });
        let Some(HallNews::Doing(_, Doing::Failed { why, again: heard })) =
            HallNews::of_line(&told.to_line())
        else {
            panic!("{told:?}");
        };
        assert_eq!(heard, again);
        for language in Language::ALL {
            assert_eq!(why.get(language), say::full().get(language));
        }
    }
}
