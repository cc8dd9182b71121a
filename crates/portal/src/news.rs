//! What the host reports to the site, and how it is sent where the two are separate processes: one
//! JSON object per line.

use crate::{
    check_job::{CheckProgress, CheckStage, ContestActivity, StageResult},
    farm_status::FarmStatus,
    order::HostResponse,
    sitting_errand::TableUpdate,
};
use certamen_contest::{ContestProgress, LocalizedTexts};
use certamen_i18n::Message;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What the host reports to the site.
#[derive(Clone, PartialEq, Debug)]
pub enum HostEvent {
    /// The current activity of the contest with this slug.
    Doing(String, ContestActivity),
    /// The numbers of the cores on which the contest with this slug is being played.
    Cores(String, Vec<usize>),
    /// How far a match is that takes long.
    Match {
        slug: String,
        number: i64,
        /// Its record so far; nothing once it is over.
        record: Option<Vec<u8>>,
    },
    Entry(CheckProgress),
    Ordered(HostResponse),
    /// An update of a table with people.
    Sitting(TableUpdate),
    Farm(FarmStatus),
}

/// The same as it is sent.
#[derive(Serialize, Deserialize)]
enum HostEventMsg {
    Doing { slug: String, doing: ContestActivityMsg },
    Cores { slug: String, cores: Vec<usize> },
    Match { slug: String, number: i64, record: Option<String> },
    Entry { id: String, stage: String, result: String, why: Option<LocalizedTexts> },
    Ordered(HostResponse),
    Sitting(TableUpdate),
    Farm(FarmStatus),
}

#[derive(Serialize, Deserialize)]
enum ContestActivityMsg {
    Nothing,
    Opening,
    Playing { finished: u64, total: u64, faults: u64 },
    Finished,
    Incomplete { again_ms: u64 },
    NeverHeld,
    Elsewhere,
    Failed { why: LocalizedTexts, again_ms: u64 },
}

impl HostEvent {
    /// Whether it is sent again soon, so that it may be lost.
    pub fn comes_again(&self) -> bool {
        matches!(self, HostEvent::Match { record: Some(_), .. } | HostEvent::Farm(_))
    }

    /// The event as a line, including the newline.
    pub fn to_line(&self) -> String {
        let line = match self {
            HostEvent::Doing(slug, doing) => {
                HostEventMsg::Doing { slug: slug.clone(), doing: ContestActivityMsg::of(doing) }
            }
            HostEvent::Cores(slug, cores) => {
                HostEventMsg::Cores { slug: slug.clone(), cores: cores.clone() }
            }
            HostEvent::Match { slug, number, record } => HostEventMsg::Match {
                slug: slug.clone(),
                number: *number,
                record: record.as_ref().map(|bytes| String::from_utf8_lossy(bytes).into_owned()),
            },
            HostEvent::Entry(told) => HostEventMsg::Entry {
                id: told.id.clone(),
                stage: told.stage.word().to_owned(),
                result: told.result.word().to_owned(),
                why: told.why.as_ref().map(LocalizedTexts::from),
            },
            HostEvent::Ordered(done) => HostEventMsg::Ordered(done.clone()),
            HostEvent::Sitting(told) => HostEventMsg::Sitting(told.clone()),
            HostEvent::Farm(told) => HostEventMsg::Farm(told.clone()),
        };
        let text = serde_json::to_string(&line).expect("news are plain data");
        format!("{text}\n")
    }

    /// The event in a line; `None` if it is not one.
    pub fn of_line(line: &str) -> Option<HostEvent> {
        Some(match serde_json::from_str(line).ok()? {
            HostEventMsg::Doing { slug, doing } => HostEvent::Doing(slug, doing.into_doing()),
            HostEventMsg::Cores { slug, cores } => HostEvent::Cores(slug, cores),
            HostEventMsg::Match { slug, number, record } => {
                HostEvent::Match { slug, number, record: record.map(String::into_bytes) }
            }
            HostEventMsg::Entry { id, stage, result, why } => HostEvent::Entry(CheckProgress {
                id,
                stage: CheckStage::ALL.into_iter().find(|known| known.word() == stage)?,
                result: StageResult::ALL.into_iter().find(|known| known.word() == result)?,
                why: why.map(Message::from),
            }),
            HostEventMsg::Ordered(done) => HostEvent::Ordered(done),
            HostEventMsg::Sitting(told) => HostEvent::Sitting(told),
            HostEventMsg::Farm(told) => HostEvent::Farm(told),
        })
    }
}

impl ContestActivityMsg {
    fn of(doing: &ContestActivity) -> ContestActivityMsg {
        match doing {
            ContestActivity::Nothing => ContestActivityMsg::Nothing,
            ContestActivity::Opening => ContestActivityMsg::Opening,
            ContestActivity::Playing(ContestProgress { finished, total, faults }) => {
                ContestActivityMsg::Playing { finished: *finished, total: *total, faults: *faults }
            }
            ContestActivity::Finished => ContestActivityMsg::Finished,
            ContestActivity::Incomplete { again } => {
                ContestActivityMsg::Incomplete { again_ms: millis(again) }
            }
            ContestActivity::NeverHeld => ContestActivityMsg::NeverHeld,
            ContestActivity::Elsewhere => ContestActivityMsg::Elsewhere,
            ContestActivity::Failed { why, again } => ContestActivityMsg::Failed {
                why: LocalizedTexts::from(why),
                again_ms: millis(again),
            },
        }
    }

    fn into_doing(self) -> ContestActivity {
        match self {
            ContestActivityMsg::Nothing => ContestActivity::Nothing,
            ContestActivityMsg::Opening => ContestActivity::Opening,
            ContestActivityMsg::Playing { finished, total, faults } => {
                ContestActivity::Playing(ContestProgress { finished, total, faults })
            }
            ContestActivityMsg::Finished => ContestActivity::Finished,
            ContestActivityMsg::Incomplete { again_ms } => {
                ContestActivity::Incomplete { again: Duration::from_millis(again_ms) }
            }
            ContestActivityMsg::NeverHeld => ContestActivity::NeverHeld,
            ContestActivityMsg::Elsewhere => ContestActivity::Elsewhere,
            ContestActivityMsg::Failed { why, again_ms } => {
                ContestActivity::Failed { why: why.into(), again: Duration::from_millis(again_ms) }
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
    use crate::{QueueStatus, say, sitting_errand::TableEvent};
    use certamen_i18n::Language;

    #[test]
    fn what_is_told_arrives_as_it_was() {
        let slug = || "go-9x9".to_owned();
        let progress = ContestProgress { finished: 3, total: 7, faults: 1 };
        let doings = [
            ContestActivity::Nothing,
            ContestActivity::Opening,
            ContestActivity::Finished,
            ContestActivity::Incomplete { again: Duration::from_secs(60) },
            ContestActivity::NeverHeld,
            ContestActivity::Elsewhere,
            ContestActivity::Playing(progress),
        ];
        let mut all: Vec<HostEvent> =
            doings.into_iter().map(|doing| HostEvent::Doing(slug(), doing)).collect();
        let record = |record: Option<&str>| HostEvent::Match {
            slug: slug(),
            number: 5,
            record: record.map(|text| text.as_bytes().to_vec()),
        };
        all.extend([HostEvent::Cores(slug(), vec![1, 3]), HostEvent::Cores(slug(), Vec::new())]);
        all.extend([record(None), record(Some("{\"certamen\":2}\n{}\n"))]);
        for stage in CheckStage::ALL {
            let (id, result) = ("abc".to_owned(), StageResult::Passed);
            all.push(HostEvent::Entry(CheckProgress { id, stage, result, why: None }));
        }
        let queue = QueueStatus { class: "k".to_owned(), level: 1, batches: 7, seconds: 0.5 };
        let slots = [("busy".to_owned(), 3)].into();
        all.push(HostEvent::Farm(FarmStatus { queues: vec![queue], slots, computed: 1.25 }));
        let sitting = |event| HostEvent::Sitting(TableUpdate { id: "abc".to_owned(), event });
        let line = "{\"turn\":3}".to_owned();
        all.extend([
            sitting(TableEvent::Waits(2)),
            sitting(TableEvent::Turn { number: 3, line, over: true }),
            sitting(TableEvent::Rests),
        ]);
        for news in all {
            let line = news.to_line();
            assert!(line.ends_with('\n') && line.matches('\n').count() == 1, "{line:?}");
            assert_eq!(HostEvent::of_line(&line), Some(news));
        }
        assert_eq!(HostEvent::of_line("{\"Laughing\":1}"), None);
    }

    #[test]
    fn what_went_wrong_is_said_in_each_language() {
        let again = Duration::from_millis(1500);
        let told =
            HostEvent::Doing("x".to_owned(), ContestActivity::Failed { why: say::full(), again });
        let Some(HostEvent::Doing(_, ContestActivity::Failed { why, again: heard })) =
            HostEvent::of_line(&told.to_line())
        else {
            panic!("{told:?}");
        };
        assert_eq!(heard, again);
        for language in Language::ALL {
            assert_eq!(why.get(language), say::full().get(language));
        }
    }
}
