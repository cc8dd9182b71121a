//! The time for a move that is in force.

use crate::{ContestError, ContestFile, Folder, MoveTime, RelativeMoveTime, meta::Keys, say};
use certamen_game::{
    job::{BotSource, FileError},
    number::milliseconds,
};
use certamen_i18n::Message;
use certamen_store::Store;
use std::time::Duration;

/// The key of the lowest limit of a course, in nanoseconds.
const LOWEST: &str = "lowest limit";

/// The time for a move. In a course the limit may only be lowered: bots within it stay within it
/// unless the host asks for faster ones.
pub(crate) fn in_force(
    folder: &Folder,
    file: &ContestFile,
    store: &mut Store,
    measure: &mut dyn FnMut(&RelativeMoveTime) -> Result<Duration, Message>,
) -> Result<Duration, ContestError> {
    let limit = limit(folder, file, store, measure)?;
    if file.course.is_none() {
        return Ok(limit);
    }
    let path = folder.store();
    let lowest: Option<u64> = Keys { store, path: &path }.optional(LOWEST)?;
    let nanos = u64::try_from(limit.as_nanos()).unwrap_or(u64::MAX);
    if let Some(lowest) = lowest.filter(|lowest| *lowest < nanos) {
        let [now, was] = [limit, Duration::from_nanos(lowest)].map(milliseconds);
        let fault = FileError::key("limits.move_time", say::limit_raised(now, was));
        return Err(ContestError::bad_file(folder.contest_file(), fault));
    }
    store.set_meta(&[(LOWEST, nanos.to_string())])?;
    Ok(limit)
}

/// The limit in the file. A share is of a time that is measured once: resumed runs use the same.
fn limit(
    folder: &Folder,
    file: &ContestFile,
    store: &mut Store,
    measure: &mut dyn FnMut(&RelativeMoveTime) -> Result<Duration, Message>,
) -> Result<Duration, ContestError> {
    let share = match &file.limits.move_time {
        None => return Ok(file.game.info().move_time),
        Some(MoveTime::Fixed(time)) => return Ok(*time),
        Some(MoveTime::Share(share)) => share,
    };
    let refused = |reason| {
        let fault = FileError::key("limits.move_time", reason);
        ContestError::bad_file(folder.contest_file(), fault)
    };
    let path = folder.store();
    if let Some(needed) = needed(Keys { store, path: &path }, share)? {
        return share.limit(needed).map_err(refused);
    }
    let needed = measure(share).map_err(refused)?;
    let limit = share.limit(needed).map_err(refused)?;
    store.set_meta(&[(&measured(share), needed.as_nanos().to_string())])?;
    Ok(limit)
}

pub(crate) fn needed(
    keys: Keys<'_>,
    share: &RelativeMoveTime,
) -> Result<Option<Duration>, ContestError> {
    Ok(keys.optional(&measured(share))?.map(Duration::from_nanos))
}

/// Without `whole search`, the key of an evaluation function meant a time without its search.
fn measured(share: &RelativeMoveTime) -> String {
    match share.of().source {
        BotSource::Evaluation { .. } => {
            format!("nanoseconds of the whole search of {}", share.of())
        }
        _ => format!("nanoseconds of {}", share.of()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_of_a_course_may_only_be_lowered() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path());
        std::fs::create_dir_all(folder.store().parent().unwrap()).unwrap();
        let mut store = Store::create(&folder.store()).unwrap();
        let mut limited = |move_time: &str, course: &str| {
            let text = format!(
                "name = \"x\"\ngame = \"mancala8\"\nbots = [\"builtin:regular\"]\n\
                 [format]\nkind = \"ladder\"\n[ranking]\nkind = \"win-share\"\n\
                 [limits]\nmove_time = \"{move_time}\"\n\
                 [entries]\ncloses = \"2015-03-13T14:00[Europe/Madrid]\"\n\
                 [timetable]\nstarts = \"2015-03-13T12:00[Europe/Madrid]\"\n{course}"
            );
            std::fs::write(folder.contest_file(), text).unwrap();
            let file = ContestFile::read(&folder).unwrap();
            let mut measure = |_: &RelativeMoveTime| Ok(Duration::from_millis(10));
            in_force(&folder, &file, &mut store, &mut measure).map_err(|error| error.to_string())
        };
        let half = "50% of builtin:bueno:depth=4";
        assert_eq!(limited(half, "[course]"), Ok(Duration::from_millis(5)));
        assert_eq!(
            limited("40% of builtin:bueno:depth=4", "[course]"),
            Ok(Duration::from_millis(4))
        );
        for raised in [half, "100% of builtin:bueno:depth=2", "1s"] {
            let error = limited(raised, "[course]").unwrap_err();
            assert!(error.contains("more than the 4 ms in force"), "{raised}: {error}");
        }
        assert_eq!(limited("4ms", "[course]"), Ok(Duration::from_millis(4)));
        assert_eq!(limited("1s", ""), Ok(Duration::from_secs(1)), "no course");
    }
}
