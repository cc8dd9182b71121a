//! Championships: round robins of all entrants at one moment.
//!
//! Each is a contest of its own, in a folder of its own with an ordinary contest file, so that
//! everyone who has the folder can run it again, look at its matches and verify them. Its entrants
//! are fixed when the folder appears, which happens atomically.

use crate::{HostError, ScheduledPublication, Timetable};
use certamen_contest::{
    ContestError, ContestFile, Folder, MoveTime,
    file::{LibraryReading, LibraryReadings},
    publication::slot_name,
    read_text,
};
use certamen_game::job::{BotSource, BotSpec, read_toml};
use serde::{Deserialize, Serialize, de::IgnoredAny};
use std::{
    fs, io,
    path::{Path, PathBuf},
};
use toml::{Table, Value};

/// An entrant of a championship, and its author.
#[derive(Clone)]
pub struct Contenders<'a> {
    /// The contest that it belongs to, whose own bots take part.
    pub file: &'a ContestFile,
    /// The submitted bots, with paths relative to the folder of that contest.
    pub entered: Vec<BotSpec>,
    /// The names of the bots of each team of authors.
    pub pairs: Vec<(String, Vec<String>)>,
}

/// The folder of the championship for `slot`, which is created unless it exists: a round robin of
/// all contenders, with both sides starting.
pub fn championship(
    folder: &Folder,
    timetable: &Timetable,
    slot: ScheduledPublication,
    contenders: &Contenders<'_>,
) -> Result<Folder, HostError> {
    let planned = timetable.shown(slot.at);
    let home = folder.championships().join(slot_name(&planned, slot.kind));
    if home.is_dir() {
        return Ok(Folder::new(&home));
    }
    let path = folder.contest_file();
    let text = read_text(&path).map_err(|error| HostError::Io { path: path.clone(), error })?;
    let contest: ChampionshipKeys =
        read_toml(&text).map_err(|error| ContestError::bad_file(path.clone(), error))?;
    let title = format!("{} ({})", contest.name, planned.date());
    let text = contest.all_against_all(title, contenders).to_text();
    let io = |error| HostError::Io { path: home.clone(), error };
    let draft = UnfinishedFile::new(&home).map_err(io)?;
    fs::write(draft.0.join("contest.toml"), text).map_err(io)?;
    let openings = contenders.file.openings.as_ref();
    openings.map_or(Ok(()), |book| book.copy(folder.path(), &draft.0)).map_err(io)?;
    fs::rename(&draft.0, &home).map_err(io)?;
    Ok(Folder::new(&home))
}

/// The keys of a contest file that a championship changes; the rest stays.
#[derive(Serialize, Deserialize)]
struct ChampionshipKeys {
    name: String,
    bots: Vec<String>,
    format: Table,
    ranking: WrittenRanking,
    #[serde(skip_serializing_if = "Option::is_none")]
    limits: Option<WrittenLimits>,
    /// Sections that a championship has no use for.
    #[serde(rename = "timetable", default, skip_serializing)]
    _timetable: Option<IgnoredAny>,
    #[serde(rename = "entries", default, skip_serializing)]
    _entries: Option<IgnoredAny>,
    #[serde(rename = "course", default, skip_serializing)]
    _course: Option<IgnoredAny>,
    #[serde(rename = "site", default, skip_serializing)]
    _site: Option<IgnoredAny>,
    #[serde(flatten)]
    rest: Table,
}

#[derive(Serialize, Deserialize)]
struct WrittenRanking {
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pairs: Option<Table>,
    #[serde(flatten)]
    rest: Table,
}

#[derive(Serialize, Deserialize)]
struct WrittenLimits {
    #[serde(skip_serializing_if = "Option::is_none")]
    move_time: Option<String>,
    #[serde(flatten)]
    rest: Table,
}

impl ChampionshipKeys {
    /// The same contest under this title: all contenders against all, both starting.
    fn all_against_all(mut self, title: String, contenders: &Contenders<'_>) -> ChampionshipKeys {
        self.name = title;
        let entered = contenders.entered.iter().cloned();
        let readings = contenders.file.course.as_ref().map(|course| course.readings);
        let readings = readings.unwrap_or_default();
        let entered = entered.map(|bot| read_as(bot.within(Path::new(UP)), readings).to_string());
        let own = contenders.file.bots.iter().map(|bot| from_within(bot, readings));
        self.bots = own.chain(entered).collect();
        let format = [("kind", Value::from("round-robin")), ("games_per_pair", Value::from(2))];
        self.format = format.map(|(key, value)| (key.to_owned(), value)).into_iter().collect();
        if let Some(time) = self.limits.as_mut().and_then(|limits| limits.move_time.as_mut())
            && let Ok(MoveTime::Share(share)) = time.parse()
        {
            *time = share.within(Path::new(UP)).to_string();
        }
        if self.ranking.kind == "references-beaten" {
            let pairs = contenders.pairs.iter();
            let pairs = pairs.map(|(pair, bots)| (pair.clone(), Value::from(bots.clone())));
            self.ranking.pairs = Some(pairs.collect());
        }
        self
    }

    /// The text of the file, in the order of the keys' names.
    fn to_text(&self) -> String {
        let keys = Table::try_from(self).expect("what was read can be written");
        toml::to_string(&keys).expect("what was read can be written")
    }
}

/// The path from a championship's folder to that of its contest.
const UP: &str = "../..";

/// A BOT or a pattern of a contest file as it is written two folders further in.
fn from_within(bot: &str, readings: LibraryReadings) -> String {
    let spec = bot.parse::<BotSpec>();
    // Invalid entries are rejected where they are read.
    let within = |spec: BotSpec| read_as(spec.within(Path::new(UP)), readings).to_string();
    spec.map_or_else(|_| bot.to_owned(), within)
}

/// The same, with the readings of its course: a championship's file has no section of one.
fn read_as(mut bot: BotSpec, readings: LibraryReadings) -> BotSpec {
    let LibraryReadings { cuenta_fichas, suma_fila } = readings;
    let keys = [("legacy-cuenta-fichas", cuenta_fichas), ("legacy-suma-fila", suma_fila)];
    for (key, reading) in keys {
        let is_given = bot.arguments.iter().any(|(given, _)| given == key);
        let applies = matches!(bot.source, BotSource::Evaluation { .. });
        if applies && !is_given && reading == LibraryReading::Engine {
            bot.arguments.push((key.to_owned(), true.to_string()));
        }
    }
    bot
}

/// An unfinished folder, removed unless it is renamed.
struct UnfinishedFile(PathBuf);

impl UnfinishedFile {
    fn new(home: &Path) -> io::Result<UnfinishedFile> {
        let name = home.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let draft = home.with_file_name(format!(".{name}.draft"));
        match fs::remove_dir_all(&draft) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => fs::create_dir_all(&draft)?,
        }
        Ok(UnfinishedFile(draft))
    }
}

impl Drop for UnfinishedFile {
    fn drop(&mut self) {
        // A finished folder was renamed, so nothing is there.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PublicationKind;
    use certamen_tournament::{FormatConfig, RankingRule};

    const CONTEST: &str = r#"
        name = "Torneo"
        game = "mancala8"
        bots = ["builtin:regular", "fuerte=builtin:bueno:depth=4"]
        [format]
        kind = "ladder"
        [ranking]
        kind = "references-beaten"
        references = ["regular", "fuerte"]
        [limits]
        move_time = "50% of bueno/bueno.cl:depth=4"
        [entries]
        closes = "2015-03-27T12:00[Europe/Madrid]"
        [timetable]
        starts = "2015-03-13T12:00[Europe/Madrid]"
        [course]
        readings = { suma_fila = "engine" }
    "#;

    #[test]
    fn a_championship_is_an_ordinary_contest() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path());
        fs::write(folder.contest_file(), CONTEST).unwrap();
        let contest = ContestFile::read(&folder).unwrap();
        let timetable = Timetable::of(contest.schedule.as_ref().unwrap());
        let slot = ScheduledPublication {
            at: timetable.deadline().unwrap(),
            kind: PublicationKind::Final,
        };
        let pairs = vec![("14-02".to_owned(), vec!["14023".to_owned()])];
        let entered = vec!["14023=accepted/x.cl".parse().unwrap()];
        let contenders = Contenders { file: &contest, entered, pairs };
        let own = championship(&folder, &timetable, slot, &contenders).unwrap();
        assert!(own.path().ends_with("championships/2015-03-27T12-00+0100-final"));
        let file = ContestFile::read(&own).unwrap();
        let entered = "14023=../../accepted/x.cl:legacy-suma-fila=true";
        let expected = ["builtin:regular", "fuerte=builtin:bueno:depth=4", entered];
        assert_eq!(file.bots, expected);
        let written = fs::read_to_string(own.contest_file()).unwrap();
        assert_eq!(toml::to_string(&written.parse::<Table>().unwrap()).unwrap(), written);
        assert_eq!(file.name, "Torneo (2015-03-27)");
        assert!(file.schedule.is_none());
        let Some(MoveTime::Share(share)) = &file.limits.move_time else { panic!() };
        assert_eq!(share.to_string(), "50% of ../../bueno/bueno.cl:depth=4");
        assert!(
            matches!(file.format, FormatConfig::RoundRobin(all) if all.games_per_pair.get() == 2)
        );
        let RankingRule::ReferencesBeaten(ranking) = &file.ranking.rule else { panic!() };
        assert_eq!(ranking.pairs["14-02"], ["14023"]);
        // Later entrants are not in it.
        let none_entered = Contenders { entered: Vec::new(), ..contenders };
        let later = championship(&folder, &timetable, slot, &none_entered).unwrap();
        assert_eq!(ContestFile::read(&later).unwrap().bots, expected);
    }
}
