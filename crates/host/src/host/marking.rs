//! The mark sheet: a line for each registered team, for the teachers only.

use super::Host;
use crate::{
    Event, HostError, PublicationKind, RunningContest,
    marks::{PairMark, marks},
    reception::{RegisteredPlayer, RegisteredState},
    replace, say,
};
use certamen_game::Language;
use certamen_portal::course::PlayerId;
use certamen_tournament::Entrant;

impl Host<'_> {
    /// Writes the marks after a championship; those after the final one stay.
    pub(super) fn write_marks(
        &self,
        running: &RunningContest,
        kind: PublicationKind,
    ) -> Result<(), HostError> {
        let Some(course) = &self.file.course else { return Ok(()) };
        let (contest, register) = (&running.contest, self.reception(course, None).roster()?);
        let registered_players = self.roll()?.players();
        // A player that the host banned meanwhile has played, but gets no mark.
        let counts = |own: &&RegisteredPlayer| match &own.state {
            RegisteredState::Active => true,
            RegisteredState::Disqualified { fault, .. } => fault.is_some(),
            RegisteredState::Proscribed(reason) => reason.is_none(),
        };
        let player = |entrant: &Entrant| {
            RegisteredPlayer::of(&registered_players, &entrant.name)
                .filter(counts)
                .map(|own| own.id)
        };
        let entrants = contest.entrants();
        let players: Vec<Option<PlayerId>> = entrants.iter().map(player).collect();
        let marks = marks(&register, (entrants, &players), &contest.standings());
        let written = sheet(&marks, self.options.language)
            .expect("it is written to memory, in lines of one length");
        let [so_far, path] = [self.folder.marks_so_far(), self.folder.marks()];
        if kind != PublicationKind::Final {
            return replace(&so_far, &written);
        }
        replace(&path, &written)?;
        // These marks are outdated; if they stay, the others count.
        let _ = std::fs::remove_file(so_far);
        (self.tell)(Event::Marked(&path));
        Ok(())
    }
}

/// The marks as CSV, with a head in the language of the contest.
fn sheet(marks: &[PairMark], language: Language) -> Result<Vec<u8>, csv::Error> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    let head = [
        say::sheet_group(),
        say::sheet_pair(),
        say::sheet_names(),
        say::sheet_players(),
        say::sheet_best(),
        say::sheet_place(),
        say::sheet_references(),
        say::sheet_mark(),
    ];
    csv.write_record(head.map(|word| word.get(language)))?;
    for PairMark { group, pair, names, players, best, mark } in marks {
        let of_best = best
            .as_ref()
            .map(|best| [best.player.clone(), best.place.to_string(), best.references.to_string()]);
        let [best, place, references] = of_best.unwrap_or_default();
        csv.write_record([
            &group.to_string(),
            &format!("{:02}", pair.pair),
            names,
            &players.join(" "),
            &best,
            &place,
            &references,
            &mark.to_string(),
        ])?;
    }
    csv.into_inner().map_err(|error| error.into_error().into())
}
