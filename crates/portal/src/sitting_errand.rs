//! What site and host exchange about tables with people: plain data, complete each time, so that
//! the host needs to remember nothing.

use certamen_contest::LocalizedTexts;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Participant {
    Person,
    House(String),
    Entrant { contest: String, name: String },
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GivenAnswer {
    pub turn: u64,
    pub seat: u8,
    pub reply: String,
}

/// The site's request to play a table on, as it is now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayTableRequest {
    pub id: String,
    pub head: String,
    /// The lines of the turns that were played.
    pub turns: Vec<String>,
    /// How many of them were played by others, elsewhere.
    pub given: u64,
    pub sitters: Vec<Participant>,
    pub answers: Vec<GivenAnswer>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableUpdate {
    pub id: String,
    pub event: TableEvent,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TableEvent {
    /// This many tables are ahead of it in the queue.
    Waits(u64),
    Begins,
    Turn {
        number: u64,
        line: String,
        over: bool,
    },
    /// It is not played on until that is requested again.
    Rests,
    /// It cannot be played on, now or ever.
    Broken {
        why: LocalizedTexts,
        /// Whether it may be tried again.
        again: CanRetry,
    },
}

/// Whether something that failed may be tried again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum CanRetry {
    /// It may be retried: an error on our side.
    Later,
    /// A retry would not fix it.
    Never,
}

/// Has a table played on, wherever that is done; false where no process plays.
pub type PlayTables = Arc<dyn Fn(PlayTableRequest) -> bool + Send + Sync>;

impl PlayTableRequest {
    /// The request as a line, including the newline.
    pub fn to_line(&self) -> String {
        let text = serde_json::to_string(self).expect("orders are plain data");
        format!("{text}\n")
    }

    /// The request in a line; `None` if it is not one.
    pub fn of_line(line: &str) -> Option<PlayTableRequest> {
        serde_json::from_str(line).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::HostRequest;

    #[test]
    fn an_order_arrives_as_it_was_and_is_taken_for_no_other() {
        let order = PlayTableRequest {
            id: "abc".to_owned(),
            head: "{\"certamen\":1}".to_owned(),
            turns: vec!["{\"turn\":1}".to_owned()],
            given: 0,
            sitters: vec![Participant::Person, Participant::House("first".to_owned())],
            answers: vec![GivenAnswer { turn: 2, seat: 0, reply: "a\nb".to_owned() }],
        };
        let line = order.to_line();
        assert!(line.ends_with('\n') && line.matches('\n').count() == 1, "{line:?}");
        assert_eq!(PlayTableRequest::of_line(&line), Some(order));
        assert_eq!(HostRequest::of_line(&line), None);
    }
}
