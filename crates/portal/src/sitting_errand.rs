//! What site and hall tell each other of tables with people: plain data, whole each time, so that
//! whoever is asked needs to remember nothing.

use certamen_contest::LocalizedTexts;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Participant {
    /// A person.
    Person,
    /// A house player of this name.
    House(String),
    /// A program that takes part in a contest.
    Entrant {
        /// What the contest is called in addresses.
        contest: String,
        /// What the program is called.
        name: String,
    },
}

/// What a person answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GivenAnswer {
    /// In which turn.
    pub turn: u64,
    /// On which seat.
    pub seat: u8,
    /// In his words.
    pub reply: String,
}

/// The site asks for a table to be played on, as it stands now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayTableRequest {
    /// Its name in addresses.
    pub id: String,
    /// The first line of its record.
    pub head: String,
    /// The lines of the turns that were played.
    pub turns: Vec<String>,
    /// How many of them were played by others, elsewhere.
    pub given: u64,
    /// Who sits where.
    pub sitters: Vec<Participant>,
    /// What people answered since.
    pub answers: Vec<GivenAnswer>,
}

/// What is told of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableUpdate {
    /// Its name in addresses.
    pub id: String,
    /// What.
    pub event: TableEvent,
}

/// What happens at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TableEvent {
    /// So many are before it in the line.
    Waits(u64),
    /// It is played on.
    Begins,
    /// A turn was played.
    Turn {
        /// Its number.
        number: u64,
        /// Its line in the record.
        line: String,
        /// Whether the match is over with it.
        over: bool,
    },
    /// Nobody plays it on until that is asked for again.
    Rests,
    /// It cannot be played on, now or ever.
    Broken {
        /// Why.
        why: LocalizedTexts,
        /// Whether it may be tried again.
        again: CanRetry,
    },
}

/// Whether something that failed may be tried again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum CanRetry {
    /// It may: something of ours failed.
    Later,
    /// It would fail for ever.
    Never,
}

/// Has a table played on, wherever that is done; false where nobody plays.
pub type PlayTables = Arc<dyn Fn(PlayTableRequest) -> bool + Send + Sync>;

impl PlayTableRequest {
    /// The order as a line, with its end.
    pub fn to_line(&self) -> String {
        let text = serde_json::to_string(self).expect("orders are plain data");
        format!("{text}\n")
    }

    /// The order in a line; nothing if it is none.
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
