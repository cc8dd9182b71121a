//! The roster of teams: the participants of the course, each with its key.
//!
//! It is also the list for the mark sheet: a team without players is listed all the same.

use crate::course::say;
use certamen_game::job::TeamId;
use certamen_i18n::{Language, Localize, Message, UnknownLanguage};
use certamen_runner::submission::{InvalidKey, Key};
use csv::StringRecord;
use std::collections::HashMap;

/// The roster. It is a CSV file with a header line: `group` and `pair`, and optionally `key`,
/// `names`, `email` and `language`, in any order.
#[derive(Clone, Debug)]
pub struct TeamRoster {
    columns: Vec<Column>,
    pairs: Vec<Team>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Team {
    /// The group as the roster writes it: 2314.
    pub group: u32,
    /// The team's number in file names and standings.
    pub id: TeamId,
    /// The team's secret; a team without one cannot submit anything.
    pub key: Option<Key>,
    pub names: String,
    pub email: String,
    /// The language of messages to them, if it is not the course's.
    pub language: Option<Language>,
}

impl TeamRoster {
    /// All teams, in the order of the file.
    pub fn pairs(&self) -> &[Team] {
        &self.pairs
    }

    /// The team with this number in file names.
    pub fn find(&self, id: TeamId) -> Option<&Team> {
        self.pairs.iter().find(|team| team.id == id)
    }

    /// Gives a key to each team without one, among those of `groups` or, if that is empty, among
    /// all; `random` gives unpredictable bytes. Existing keys stay. Returns the teams whose keys
    /// are new.
    pub fn draw_keys(&mut self, groups: &[u32], mut random: impl FnMut() -> u8) -> Vec<TeamId> {
        let wanted = |team: &&mut Team| groups.is_empty() || groups.contains(&team.group);
        let without = self.pairs.iter_mut().filter(|team| team.key.is_none()).filter(wanted);
        let new = without.map(|team| {
            team.key = Some(Key::draw(&mut random));
            team.id
        });
        let new: Vec<TeamId> = new.collect();
        if !new.is_empty() && !self.columns.contains(&Column::Key) {
            self.columns.push(Column::Key);
        }
        new
    }

    pub fn read(bytes: &[u8]) -> Result<TeamRoster, RosterError> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(bytes);
        let columns = columns(reader.headers().map_err(broken)?)?;
        let mut pairs = Vec::new();
        let mut lines = HashMap::new();
        for record in reader.into_records() {
            let record = record.map_err(broken)?;
            let row = RosterRow { columns: &columns, record: &record };
            let pair = row.team()?;
            if let Some(first) = lines.insert(pair.id, row.line()) {
                let reason = RosterFieldError::SamePair { pair: pair.id, line: first };
                return Err(row.wrong(Column::Pair, reason));
            }
            pairs.push(pair);
        }
        Ok(TeamRoster { columns, pairs })
    }

    /// The roster as a CSV file. It contains secrets: only its owner may read it.
    pub fn to_csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let mut write = |fields: Vec<String>| writer.write_record(fields).expect("equal lengths");
        write(self.columns.iter().map(|column| column.name().to_owned()).collect());
        for team in &self.pairs {
            write(self.columns.iter().map(|column| field(team, *column)).collect());
        }
        let bytes = writer.into_inner().expect("memory takes all");
        String::from_utf8(bytes).expect("fields are text")
    }
}

/// What is wrong with a roster.
#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
pub enum RosterError {
    /// The bytes are no text.
    #[localize(say::at_line(line, say::not_text()))]
    NotText { line: u64 },
    #[localize(say::at_line(line, reason))]
    Line { line: u64, reason: RosterLineError },
    /// A field is invalid; columns are counted from 1.
    #[localize(say::at_field(line, column, name, reason))]
    Field { line: u64, column: usize, name: String, reason: RosterFieldError },
}

#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(display)]
pub enum RosterLineError {
    /// The first line does not name this column.
    NoColumn(&'static str),
    /// It has more or fewer fields than the first line.
    Fields { found: u64, expected: u64 },
    /// The error of the CSV reader.
    #[localize(Message::verbatim(_0))]
    Csv(String),
}

#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(display)]
pub enum RosterFieldError {
    /// No column has this name.
    UnknownColumn,
    /// Another column has the same name.
    TwoOfName,
    /// Files would have the same names for two teams.
    #[localize(say::same_pair(pair.to_string(), line))]
    SamePair { pair: TeamId, line: u64 },
    /// No number up to `most`; the text is escaped.
    NoNumber { text: String, most: u32 },
    #[localize(transparent)]
    Key(InvalidKey),
    #[localize(transparent)]
    Language(UnknownLanguage),
}

impl From<InvalidKey> for RosterFieldError {
    fn from(error: InvalidKey) -> RosterFieldError {
        RosterFieldError::Key(error)
    }
}

impl From<UnknownLanguage> for RosterFieldError {
    fn from(error: UnknownLanguage) -> RosterFieldError {
        RosterFieldError::Language(error)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Column {
    Group,
    Pair,
    Key,
    Names,
    Email,
    Language,
}

impl Column {
    const ALL: [Column; 6] =
        [Column::Group, Column::Pair, Column::Key, Column::Names, Column::Email, Column::Language];

    fn name(self) -> &'static str {
        match self {
            Column::Group => "group",
            Column::Pair => "pair",
            Column::Key => "key",
            Column::Names => "names",
            Column::Email => "email",
            Column::Language => "language",
        }
    }
}

/// The columns named in the first line.
fn columns(header: &StringRecord) -> Result<Vec<Column>, RosterError> {
    let mut columns = Vec::new();
    for (index, name) in header.iter().enumerate() {
        let wrong = |reason| RosterError::Field {
            line: 1,
            column: index + 1,
            name: certamen_game::escaped(name),
            reason,
        };
        let known = Column::ALL.into_iter().find(|column| column.name() == name);
        let column = known.ok_or_else(|| wrong(RosterFieldError::UnknownColumn))?;
        if columns.contains(&column) {
            return Err(wrong(RosterFieldError::TwoOfName));
        }
        columns.push(column);
    }
    for needed in [Column::Group, Column::Pair] {
        if !columns.contains(&needed) {
            let reason = RosterLineError::NoColumn(needed.name());
            return Err(RosterError::Line { line: 1, reason });
        }
    }
    Ok(columns)
}

struct RosterRow<'a> {
    columns: &'a [Column],
    record: &'a StringRecord,
}

impl RosterRow<'_> {
    fn team(&self) -> Result<Team, RosterError> {
        let group = self.number(Column::Group, 9999)?;
        let pair = self.number(Column::Pair, 99)?;
        let id = TeamId { group: (group % 100) as u8, pair: pair as u8 };
        Ok(Team {
            group,
            id,
            key: self.parsed(Column::Key)?,
            names: self.text(Column::Names).to_owned(),
            email: self.text(Column::Email).to_owned(),
            language: self.parsed::<Language>(Column::Language)?,
        })
    }

    fn number(&self, column: Column, most: u32) -> Result<u32, RosterError> {
        let text = self.text(column);
        let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = if plain { text.parse().ok() } else { None };
        number.filter(|number| *number <= most).ok_or_else(|| {
            let text = certamen_game::escaped(text);
            self.wrong(column, RosterFieldError::NoNumber { text, most })
        })
    }

    /// The parsed field; `None` if it is empty.
    fn parsed<T: std::str::FromStr<Err: Into<RosterFieldError>>>(
        &self,
        column: Column,
    ) -> Result<Option<T>, RosterError> {
        let text = self.text(column);
        if text.is_empty() {
            return Ok(None);
        }
        text.parse().map(Some).map_err(|error: T::Err| self.wrong(column, error.into()))
    }

    fn text(&self, column: Column) -> &str {
        let place = self.columns.iter().position(|of| *of == column);
        place.and_then(|place| self.record.get(place)).unwrap_or_default()
    }

    fn line(&self) -> u64 {
        self.record.position().map_or(0, csv::Position::line)
    }

    fn wrong(&self, column: Column, reason: RosterFieldError) -> RosterError {
        let place = self.columns.iter().position(|of| *of == column).unwrap_or_default();
        let name = column.name().to_owned();
        RosterError::Field { line: self.line(), column: place + 1, name, reason }
    }
}

fn broken(error: csv::Error) -> RosterError {
    let line = error.position().map_or(1, csv::Position::line);
    match error.into_kind() {
        csv::ErrorKind::Utf8 { .. } => RosterError::NotText { line },
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            let reason = RosterLineError::Fields { found: len, expected: expected_len };
            RosterError::Line { line, reason }
        }
        other => RosterError::Line { line, reason: RosterLineError::Csv(format!("{other:?}")) },
    }
}

fn field(team: &Team, column: Column) -> String {
    match column {
        Column::Group => team.group.to_string(),
        Column::Pair => team.id.pair.to_string(),
        Column::Key => team.key.as_ref().map_or_else(String::new, |key| key.secret().to_owned()),
        Column::Names => team.names.clone(),
        Column::Email => team.email.clone(),
        Column::Language => team.language.map_or_else(String::new, |language| language.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::roster::TeamRoster;
    use proptest::prelude::*;

    #[test]
    fn columns_stand_in_any_order() {
        let text = "\u{feff}pair,group,names,key,language\n2,2314,\"Ana, Luis\",AbCd123456,es\n\n7, 2301 ,,,\n";
        let roster = TeamRoster::read(text.as_bytes()).expect("a register");
        let [first, second] = roster.pairs() else { panic!("two pairs: {roster:?}") };
        assert_eq!((first.id.to_string().as_str(), first.names.as_str()), ("1402", "Ana, Luis"));
        assert_eq!(first.key.as_ref().map(super::super::Key::secret), Some("AbCd123456"));
        assert_eq!(first.language, Some(Language::Es));
        assert_eq!((second.group, second.key.is_none()), (2301, true));
        assert_eq!(roster.find(TeamId { group: 1, pair: 7 }), Some(second));
        assert_eq!(roster.find(TeamId { group: 2, pair: 7 }), None);
    }

    #[test]
    fn errors_have_their_position() {
        let check = |bytes: &[u8], message: &str| {
            let error = TeamRoster::read(bytes).expect_err(message).to_string();
            assert!(error.contains(message), "{error}");
        };
        check(b"", "line 1: no column group");
        check(b"group,key\n", "line 1: no column pair");
        check(b"group,pair,mark\n", "line 1, column 3 (mark): unknown column");
        check(b"group,pair,pair\n", "line 1, column 3 (pair): two columns");
        check(b"group,pair\n2314,1\n2314,x\n", "line 3, column 2 (pair): `x` is not a number");
        check(b"group,pair\n2314,100\n", "line 2, column 2 (pair): `100` is not a number from 0");
        check(b"group,pair\n-1,1\n", "line 2, column 1 (group): `-1`");
        check(b"group,pair,key\n2314,1,AbCd\n", "line 2, column 3 (key): a key has 10");
        check(b"group,pair,language\n2314,1,de\n", "line 2, column 3 (language): unknown language");
        check(b"group,pair\n2314,1\n2314,2,3\n", "line 3: 3 fields");
        check(
            b"group,pair\n2314,1\n2214,1\n",
            "line 3, column 2 (pair): in file names, this team is 1401",
        );
        check(b"group,pair,names\n2314,1,Jos\xe9\n", "line 2: not UTF-8");
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in any::<Vec<u8>>()) {
            let _ = TeamRoster::read(&bytes);
        }
    }

    #[test]
    fn new_keys_are_added_and_old_ones_stay() {
        let text = "pair,group,names\n2,2314,\"Ana, Luis\"\n7,2301,Eva\n";
        let mut register = TeamRoster::read(text.as_bytes()).expect("a register");
        let mut byte = 0u8;
        let mut random = || {
            byte = byte.wrapping_mul(5).wrapping_add(3);
            byte
        };
        assert_eq!(register.draw_keys(&[2301], &mut random).len(), 1);
        let first = register.pairs()[1].key.clone().expect("a key");
        assert!(register.pairs()[0].key.is_none());
        assert_eq!(register.draw_keys(&[], &mut random).len(), 1);
        assert_eq!(register.draw_keys(&[], &mut random).len(), 0);
        assert_eq!(register.pairs()[1].key.as_ref(), Some(&first));
        let written = register.to_csv();
        assert!(written.starts_with("pair,group,names,key\n2,2314,\"Ana, Luis\","), "{written}");
        let again = TeamRoster::read(written.as_bytes()).expect("what we wrote");
        assert_eq!(again.pairs(), register.pairs());
    }
}
