//! What is stored of a contest, for those who only want to know.

use crate::{
    ContestError, Damage, Folder,
    conduct::Conduct,
    current::{belongs, current},
    deterministic::Known,
    disqualified::disqualify,
};
use certamen_game::{DynGame, Map, Scoring, Seat};
use certamen_store::{MatchNumber, Store, StoredMatch, Submission, SubmissionId};
use certamen_tournament::{
    Cause, Column, Detail, Entrant, FormatConfig, History, Next, RankingConfig, Status,
    UnreadableKeys,
};
use serde::{Serialize, Serializer, de::DeserializeOwned, ser::SerializeMap};
use serde_json::Value;

/// The results of a contest. Needs no contest file, writes nothing, and does not mind a run that is
/// at work.
pub struct Results {
    pub(crate) folder: Folder,
    pub(crate) store: Store,
}

/// What counts of what was played.
pub(crate) struct Counted {
    pub(crate) entrants: Vec<Entrant>,
    pub(crate) conduct: Conduct,
    /// With a note on the cells whose matches repeat each other.
    pub(crate) history: History,
}

/// One line of the table; equal contests give equal lines.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Line {
    /// From 1; equal scores share a place. None for those who were disqualified.
    pub rank: Option<u32>,
    /// The bot's name.
    pub bot: String,
    /// The language it is written in.
    pub language: String,
    /// Matches.
    pub played: u64,
    /// Of them won.
    pub won: u64,
    /// Of them drawn.
    pub drawn: u64,
    /// Of them lost.
    pub lost: u64,
    /// What the ranking goes by.
    #[serde(serialize_with = "certamen_game::number::serialize")]
    pub score: f64,
    /// How many faults it committed.
    pub faults: u64,
    /// What it was disqualified for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disqualified: Option<Cause>,
    /// What format and ranking have to say beside it, by key.
    #[serde(flatten)]
    pub columns: Columns,
}

/// The columns of a table beside results and scores, in order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Columns(pub Vec<(Column, Option<f64>)>);

impl Serialize for Columns {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (column, value) in &self.0 {
            map.serialize_entry(column.key(), &value.map(certamen_game::number::json))?;
        }
        map.end()
    }
}

impl Results {
    /// The results of the contest in `folder`.
    pub fn open(folder: &Folder) -> Result<Results, ContestError> {
        if !folder.store().is_file() && !folder.contest_file().is_file() {
            return Err(ContestError::NoFile { path: folder.path().to_owned() });
        }
        Ok(Results { store: Store::read(&folder.store())?, folder: folder.clone() })
    }

    /// The name of the contest.
    pub fn name(&self) -> Result<String, ContestError> {
        Ok(self.store.meta("name")?.unwrap_or_default())
    }

    /// The tier of isolation it was last run in.
    pub fn tier(&self) -> Result<String, ContestError> {
        Ok(self.store.meta("tier")?.unwrap_or_default())
    }

    /// The slug of its game.
    pub fn game(&self) -> Result<String, ContestError> {
        self.parsed("game")
    }

    /// The table.
    pub fn standings(&self) -> Result<Vec<Line>, ContestError> {
        let (conduct, ids, entrants) = self.conduct()?;
        let detail = conduct.detail(ids.len());
        let history = self.store.history(&ids, detail, self.scoring()?)?;
        Ok(conduct.lines(&entrants, history))
    }

    /// Whether all is played that there is to play, as far as is known now.
    pub fn is_over(&self) -> Result<bool, ContestError> {
        let (mut conduct, ids, entrants) = self.conduct()?;
        if let Some(phase) = self.store.phases()?.last() {
            // The length of a ladder may change, and is stored with its phases.
            conduct.format = self.read_format(serde_json::from_str(&phase.format))?;
        }
        let detail = conduct.detail(ids.len());
        let history = self.store.history(&ids, detail, self.scoring()?)?;
        let mut history = current(&conduct.format, ids.len(), history);
        self.known()?.note_repeating(&ids, &mut history);
        Ok(matches!(conduct.next(&entrants, &history), Next::Done(_)))
    }

    /// What counts, with what single matches brought.
    pub(crate) fn counted(&self) -> Result<Counted, ContestError> {
        let (conduct, ids, entrants) = self.conduct()?;
        let history = self.store.history(&ids, Detail::Matches, self.scoring()?)?;
        let mut history = conduct.counted(&entrants, history);
        self.known()?.note_repeating(&ids, &mut history);
        Ok(Counted { entrants, conduct, history })
    }

    /// What is known of those who are declared deterministic.
    pub(crate) fn known(&self) -> Result<Known, ContestError> {
        Known::read(&self.store)
    }

    /// How it is held now, and who takes part.
    fn conduct(&self) -> Result<(Conduct, Vec<SubmissionId>, Vec<Entrant>), ContestError> {
        let ids: Vec<i64> = self.parsed("entrants")?;
        let ids: Vec<SubmissionId> = ids.into_iter().map(SubmissionId).collect();
        let mut entrants = Vec::with_capacity(ids.len());
        for id in &ids {
            let submission = self.store.submission(*id)?;
            let Submission { name, language, .. } = submission;
            entrants.push(Entrant { name, language, status: Status::Active });
        }
        let conduct = Conduct {
            game: self.rules()?,
            options: self.parsed("options")?,
            format: self.format()?,
            ranking: self.ranking()?,
            programs: self.parsed("programs")?,
            seed: self.parsed("seed in force")?,
        };
        let breaches = self.known()?.breaches;
        disqualify(&self.store, &conduct.programs, &breaches, &ids, &mut entrants)?;
        Ok((conduct, ids, entrants))
    }

    /// The matches that were played among those who take part now, by number.
    pub fn matches(&self) -> Result<Vec<StoredMatch>, ContestError> {
        let current: Vec<i64> = self.parsed("entrants")?;
        let mut matches = self.store.finished()?;
        let format = self.format()?;
        matches.retain(|stored| belongs(&format, current.len(), stored.seats.len()));
        matches.retain(|stored| stored.seats.iter().all(|seat| current.contains(&seat.0)));
        Ok(matches)
    }

    /// The name of a bot that took part.
    pub fn bot(&self, id: SubmissionId) -> Result<String, ContestError> {
        Ok(self.store.submission(id)?.name)
    }

    /// The record of a match, byte for byte.
    pub fn record(&self, number: MatchNumber) -> Result<Vec<u8>, ContestError> {
        Ok(self.store.record(number)?)
    }

    /// The last words on standard error of the program on `seat`; nothing if it said nothing.
    pub fn last_words(&self, number: MatchNumber, seat: Seat) -> Result<Vec<u8>, ContestError> {
        Ok(self.store.last_words(number, seat)?)
    }

    /// What the table goes by.
    pub fn ranking(&self) -> Result<RankingConfig, ContestError> {
        let mut keys: certamen_game::Map = self.parsed("ranking")?;
        let kind = keys.remove("kind").unwrap_or_default();
        let read = RankingConfig::read(kind.as_str().unwrap_or_default(), keys);
        read.map_err(|error| self.unreadable("ranking", error))
    }

    pub(crate) fn format(&self) -> Result<FormatConfig, ContestError> {
        self.read_format(Ok(self.parsed("format")?))
    }

    fn read_format(&self, keys: serde_json::Result<Map>) -> Result<FormatConfig, ContestError> {
        let mut keys = keys.map_err(|error| self.damaged("format", error))?;
        let kind = keys.remove("kind").unwrap_or_default();
        let read = FormatConfig::read(kind.as_str().unwrap_or_default(), Value::Object(keys));
        read.map_err(|error| self.unreadable("format", error))
    }

    pub(crate) fn scoring(&self) -> Result<Scoring, ContestError> {
        Ok(self.rules()?.info().scoring)
    }

    pub(crate) fn rules(&self) -> Result<&'static dyn DynGame, ContestError> {
        let slug = self.game()?;
        certamen_games::find(&slug).ok_or_else(|| ContestError::Damaged {
            path: self.folder.store(),
            damage: Damage::UnknownGame(slug),
        })
    }

    pub(crate) fn parsed<T: DeserializeOwned>(&self, key: &'static str) -> Result<T, ContestError> {
        let text = self.store.meta(key)?.unwrap_or_default();
        serde_json::from_str(&text).map_err(|error| self.damaged(key, error))
    }

    pub(crate) fn damaged(&self, key: &str, error: serde_json::Error) -> ContestError {
        let damage = Damage::Stored { key: key.to_owned(), error };
        ContestError::Damaged { path: self.folder.store(), damage }
    }

    fn unreadable(&self, key: &'static str, error: UnreadableKeys) -> ContestError {
        let damage = Damage::Keys { key, error };
        ContestError::Damaged { path: self.folder.store(), damage }
    }
}
