//! The draw of a contest on disk, beside its store: begun at the first run, mixed at the first one
//! after entries have closed.

use super::{Closed, Draw, Entered, SECRET};
use crate::{ContestError, Damage, DrawFault, Folder, file::Closing};
use certamen_store::{Store, Submission};
use jiff::Timestamp;
use std::{
    fs::{self, File},
    io::{self, Write},
    path::Path,
};

/// The largest draw that is read, in bytes.
const LARGEST: u64 = 64 << 20;

/// What a draw must know of the world.
#[derive(Clone, Debug)]
pub struct Chance {
    /// The time.
    pub now: Timestamp,
    /// Bytes that nobody knows, for a draw that is begun now.
    pub secret: [u8; SECRET],
}

impl Chance {
    /// The system's.
    pub fn of_system() -> io::Result<Chance> {
        let mut secret = [0; SECRET];
        io::Read::read_exact(&mut File::open("/dev/urandom")?, &mut secret)?;
        Ok(Chance { now: Timestamp::now(), secret })
    }
}

/// Brings the draw of the contest in `folder` up to date and gives it.
pub(crate) fn settle(
    folder: &Folder,
    closing: &Closing,
    entries: &[Submission],
    chance: &Chance,
) -> Result<Draw, ContestError> {
    let before = read(folder)?;
    let mut draw = before.clone().unwrap_or_else(|| Draw::new(&chance.secret, chance.now));
    if draw.closed.is_none() {
        if closing.is_enough(entries.len()) {
            draw.enough.get_or_insert(chance.now);
        }
        if closing.is_past(draw.enough, chance.now) {
            close(&mut draw, entries, chance.now)
                .map_err(|fault| damaged(folder, Damage::Draw(fault)))?;
            if before.is_some() {
                set_aside(folder)?;
            }
        }
    }
    draw.seed().map_err(|fault| damaged(folder, Damage::Draw(fault)))?;
    if before.as_ref() != Some(&draw) {
        write(&folder.draw(), &draw)
            .map_err(|error| ContestError::Io { path: folder.draw(), error })?;
    }
    Ok(draw)
}

/// The draw of the contest in `folder`, if it has one.
pub(crate) fn read(folder: &Folder) -> Result<Option<Draw>, ContestError> {
    let path = folder.draw();
    let io = |error| ContestError::Io { path: path.clone(), error };
    let length = match fs::metadata(&path) {
        Ok(found) => found.len(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(io(error)),
    };
    if length > LARGEST {
        return Err(damaged(folder, Damage::LargeDraw { length }));
    }
    let text = fs::read_to_string(&path).map_err(io)?;
    let draw = serde_json::from_str(&text);
    draw.map(Some).map_err(|error| damaged(folder, Damage::NoDraw(error)))
}

fn close(draw: &mut Draw, entries: &[Submission], now: Timestamp) -> Result<(), DrawFault> {
    let entered =
        |entry: &Submission| Entered { bot: entry.name.clone(), digest: entry.digest.clone() };
    let entrants = entries.iter().map(entered).collect();
    draw.closed = Some(Closed { at: now, entrants, seed: None });
    let seed = draw.seed()?;
    draw.closed = draw.closed.take().map(|closed| Closed { seed: Some(seed), ..closed });
    Ok(())
}

/// Puts what was played while entries were open beside what counts. Whoever dies in between finds
/// nothing to put aside the next time.
fn set_aside(folder: &Folder) -> Result<(), ContestError> {
    if !folder.store().exists() {
        return Ok(());
    }
    // Closing the store folds its journal in: one file is left.
    drop(Store::create(&folder.store())?);
    let io = |error| ContestError::Io { path: folder.preliminary(), error };
    fs::rename(folder.store(), folder.preliminary()).map_err(io)
}

/// Writes the whole draw or nothing; nobody else may read the secret.
fn write(path: &Path, draw: &Draw) -> io::Result<()> {
    let beside = path.with_extension("new");
    let mut options = File::options();
    options.create(true).truncate(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&beside)?;
    let mut text = serde_json::to_vec(draw).expect("draws are plain data");
    text.push(b'\n');
    file.write_all(&text)?;
    file.sync_all()?;
    fs::rename(beside, path)
}

fn damaged(folder: &Folder, damage: Damage) -> ContestError {
    ContestError::Damaged { path: folder.draw(), damage }
}
