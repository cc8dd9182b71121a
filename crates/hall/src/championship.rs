//! Championships: all against all among those who take part at one moment.
//!
//! Each is a contest of its own, in a folder of its own with an ordinary contest file, so that
//! anybody who has the folder can run it again, look at its matches and verify them. Who takes part
//! is settled when the folder appears, which it does in one step.

use crate::{HallError, Slot, Timetable, publication::slot_name};
use certamen_contest::{Folder, MoveTime};
use certamen_work::BotSpec;
use std::{
    fs, io,
    path::{Path, PathBuf},
};
use toml::{Table, Value};

/// Sections of a contest file that a championship has no use for.
const OF_HOSTS: [&str; 3] = ["timetable", "entries", "course"];

/// Who takes part in a championship, and for whom.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Field {
    /// BOTs, with paths relative to the folder of the contest that the championship belongs to.
    pub bots: Vec<String>,
    /// The names of the bots of each pair of authors.
    pub pairs: Vec<(String, Vec<String>)>,
}

/// The folder of the championship for `slot`, which is laid out unless it is there: all who are in
/// `field` against all, both starting.
pub fn championship(
    folder: &Folder,
    timetable: &Timetable,
    slot: Slot,
    field: &Field,
) -> Result<Folder, HallError> {
    let planned = timetable.shown(slot.at);
    let home = folder.championships().join(slot_name(&planned, slot.kind));
    if home.is_dir() {
        return Ok(Folder::new(&home));
    }
    let path = folder.contest_file();
    let text =
        fs::read_to_string(&path).map_err(|error| HallError::Io { path: path.clone(), error })?;
    let wrong = |error| HallError::Championship { path: path.clone(), error: Box::new(error) };
    let mut keys: Table = toml::from_str(&text).map_err(wrong)?;
    let title = format!("{} ({})", keys["name"].as_str().unwrap_or_default(), planned.date());
    keys.insert("name".to_owned(), title.into());
    lay_out(&mut keys, field);
    let text = toml::to_string(&keys).expect("what was read can be written");
    let io = |error| HallError::Io { path: home.clone(), error };
    let draft = UnfinishedFile::new(&home).map_err(io)?;
    fs::write(draft.0.join("contest.toml"), text).map_err(io)?;
    fs::rename(&draft.0, &home).map_err(io)?;
    Ok(Folder::new(&home))
}

fn lay_out(keys: &mut Table, field: &Field) {
    for section in OF_HOSTS {
        keys.remove(section);
    }
    let bots = field.bots.iter().map(|bot| Value::from(from_within(bot)));
    keys.insert("bots".to_owned(), Value::Array(bots.collect()));
    let limits = keys.get_mut("limits").and_then(Value::as_table_mut);
    if let Some(Value::String(time)) = limits.and_then(|limits| limits.get_mut("move_time"))
        && let Ok(MoveTime::Share(share)) = time.parse()
    {
        *time = share.within(Path::new(UP)).to_string();
    }
    let format = [("kind", Value::from("round-robin")), ("games_per_pair", Value::from(2))];
    let format: Table = format.map(|(key, value)| (key.to_owned(), value)).into_iter().collect();
    keys.insert("format".to_owned(), format.into());
    let ranking = keys.get_mut("ranking").and_then(Value::as_table_mut);
    if let Some(ranking) = ranking.filter(|own| own["kind"].as_str() == Some("references-beaten")) {
        let pairs =
            field.pairs.iter().map(|(pair, bots)| (pair.clone(), Value::from(bots.clone())));
        ranking.insert("pairs".to_owned(), pairs.collect::<Table>().into());
    }
}

/// The way from a championship's folder to that of its contest.
const UP: &str = "../..";

/// A BOT as it is written two folders further in.
fn from_within(bot: &str) -> String {
    let spec = bot.parse::<BotSpec>();
    // What is no BOT is refused where it is read.
    spec.map_or_else(|_| bot.to_owned(), |spec| spec.within(Path::new(UP)).to_string())
}

/// A folder in the making, gone if it is not made.
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
        // Once it is made, it is not there any more.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;
    use certamen_contest::{ContestFile, MoveTime};
    use certamen_tournament::{FormatConfig, RankingRule};

    const CONTEST: &str = r#"
        name = "Torneo"
        game = "mancala8"
        bots = ["builtin:regular", "builtin:bueno"]
        [format]
        kind = "ladder"
        [ranking]
        kind = "references-beaten"
        references = ["regular", "bueno"]
        [limits]
        move_time = "50% of bueno/bueno.cl:depth=4"
        [entries]
        closes = "2015-03-27T12:00[Europe/Madrid]"
        [timetable]
        starts = "2015-03-13T12:00[Europe/Madrid]"
    "#;

    #[test]
    fn a_championship_is_an_ordinary_contest() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path());
        fs::write(folder.contest_file(), CONTEST).unwrap();
        let timetable = Timetable::of(&ContestFile::read(&folder).unwrap().hosting.unwrap());
        let slot = Slot { at: timetable.deadline().unwrap(), kind: Kind::Final };
        let bots = ["builtin:regular", "fuerte=builtin:bueno:depth=4", "14023=accepted/x.cl"];
        let pairs = vec![("14-02".to_owned(), vec!["14023".to_owned()])];
        let field = Field { bots: bots.map(str::to_owned).to_vec(), pairs };
        let own = championship(&folder, &timetable, slot, &field).unwrap();
        assert!(own.path().ends_with("championships/2015-03-27T12-00+0100-final"));
        let file = ContestFile::read(&own).unwrap();
        let expected =
            ["builtin:regular", "fuerte=builtin:bueno:depth=4", "14023=../../accepted/x.cl"];
        assert_eq!(file.bots, expected);
        assert_eq!(file.name, "Torneo (2015-03-27)");
        assert!(file.hosting.is_none());
        let Some(MoveTime::Share(share)) = &file.limits.move_time else { panic!() };
        assert_eq!(share.to_string(), "50% of ../../bueno/bueno.cl:depth=4");
        assert!(
            matches!(file.format, FormatConfig::RoundRobin(all) if all.games_per_pair.get() == 2)
        );
        let RankingRule::ReferencesBeaten(ranking) = &file.ranking.rule else { panic!() };
        assert_eq!(ranking.pairs["14-02"], ["14023"]);
        // Who comes later is not in it.
        let later = championship(&folder, &timetable, slot, &Field::default()).unwrap();
        assert_eq!(ContestFile::read(&later).unwrap().bots, expected);
    }
}
