//! The conditions that bots play under, and the draw of the seed, if any.

use super::facts_say as words;
use crate::{contest::ContestSnapshot, finality::Finality, frame::PageContext};
use certamen_contest::{ContestFile, MoveTime};
use certamen_game::record;
use certamen_i18n::Message;
use std::time::Duration;

/// The draw as the overview shows it.
pub(super) struct DrawRow {
    pub(super) commitment: String,
    /// The seed, or when it will be known.
    pub(super) seed: String,
}

/// The conditions: label and value.
pub(super) fn conditions(
    frame: PageContext<'_>,
    snapshot: &ContestSnapshot,
) -> Vec<(String, String)> {
    let Some(file) = &snapshot.file else { return Vec::new() };
    let limits = &file.limits;
    let mut rows = vec![(words::time_for_a_move(), move_time(frame, file))];
    rows.extend(limits.match_time.map(|time| (words::time_for_a_match(), seconds(frame, time))));
    rows.push((words::time_to_start(), seconds(frame, limits.start_time)));
    let bytes = limits.memory.unwrap_or(record::MEMORY);
    let mebibytes = bytes as f64 / f64::from(1 << 20);
    rows.push((words::memory(), format!("{} MiB", frame.number(mebibytes))));
    rows.push((words::processes(), frame.count(limits.processes)));
    // The actual isolation level, else the required one.
    let known = snapshot.tabled().ok().and_then(|standings| standings.tier.as_deref());
    let tier = frame.t(match known {
        Some("A") => words::isolated_best("A"),
        Some("D") => words::not_isolated("D"),
        Some(tier) => words::isolated(frame.name(tier)),
        None if file.sandbox.minimum_tier == "D" => words::maybe_not_isolated("D"),
        None => words::least_tier(frame.name(&file.sandbox.minimum_tier)),
    });
    rows.push((words::tier(), tier));
    let told = |(word, value): (Message, String)| (frame.t(word), value);
    rows.into_iter().map(told).collect()
}

fn move_time(frame: PageContext<'_>, file: &ContestFile) -> String {
    match &file.limits.move_time {
        None => seconds(frame, file.game.info().move_time),
        Some(MoveTime::Fixed(time)) => seconds(frame, *time),
        Some(MoveTime::Share(share)) => frame.t(share.told()),
    }
}

fn seconds(frame: PageContext<'_>, time: Duration) -> String {
    format!("{} s", frame.number(time.as_secs_f64()))
}

/// The draw of a contest, if it has one: its seed is shown once the standings are final.
pub(super) fn draw(frame: PageContext<'_>, snapshot: &ContestSnapshot) -> Option<DrawRow> {
    let commitment = snapshot.commitment.clone()?;
    let standings = snapshot.tabled().ok();
    let seed = standings.filter(|_| snapshot.finality() == Finality::Final);
    let seed = seed.map(|standings| standings.seed.to_string());
    Some(DrawRow { commitment, seed: seed.unwrap_or_else(|| frame.t(words::not_drawn_yet())) })
}
