//! Turns standings into a publication, and writes the mark sheet: a line for each registered team,
//! for the teachers only.

use super::Host;
use crate::{
    Event, HostError, Publication, PublicationKind, RunningContest, ScheduledPublication,
    marks::{TeamMark, marks},
    publication::{
        PublicationRow, PublishedConditions, UnrankedReason, UnrankedRow, UpcomingPublication,
        publish,
    },
    reception::{LocalizedTexts, RegisteredPlayer, RegisteredState},
    replace, say,
};
use certamen_contest::{ContestFile, MoveTime};
use certamen_game::Language;
use certamen_portal::course::PlayerId;
use certamen_tournament::{Cause, Entrant, Status, ranking::WinShare};

/// The files of the last publication have this name, too.
const CURRENT: &str = "current";

impl Host<'_> {
    pub(super) fn publish(
        &mut self,
        slot: ScheduledPublication,
        running: &RunningContest,
        planned: u64,
    ) -> Result<(), HostError> {
        let now = self.clock.now();
        let contest = &running.contest;
        let next = self
            .timetable
            .next(now)
            .map(|next| UpcomingPublication { at: self.timetable.shown(next.at), kind: next.kind });
        let (table, below) = self.lines(running)?;
        let publication = Publication {
            contest: self.file.name.clone(),
            number: self.published.last().map_or(1, |last| last.number + 1),
            kind: slot.kind,
            planned: self.timetable.shown(slot.at),
            made: self.timetable.shown(now),
            next,
            matches: planned,
            conditions: PublishedConditions {
                move_time: move_time(contest.file()),
                move_ms: contest.conditions().move_ms,
                move_us: contest.conditions().move_us,
                tier: contest.tier().to_owned(),
            },
            table,
            below,
        };
        // The accompanying files first, the authoritative file last: a process that is killed in
        // between does all of it again.
        self.write_drawn(&publication, &publication.stem())?;
        if let Some(chain) = contest.results()?.log_head()? {
            let name = format!("{}.chain", publication.stem());
            replace(&self.folder.published().join(name), chain.to_line().as_bytes())?;
        }
        publish(&publication, &self.folder)?;
        self.published.push(publication);
        self.draw_current()?;
        if let Some(last) = self.published.last() {
            (self.notify)(Event::Published(last));
        }
        Ok(())
    }

    /// Draws the charts of the last publication under the fixed name.
    pub(super) fn draw_current(&self) -> Result<(), HostError> {
        let Some(last) = self.published.last() else { return Ok(()) };
        self.write_drawn(last, CURRENT)?;
        let text = serde_json::to_vec_pretty(last).expect("tables are plain data");
        replace(&self.folder.published().join(format!("{CURRENT}.json")), &text)
    }

    fn write_drawn(&self, publication: &Publication, stem: &str) -> Result<(), HostError> {
        for (ending, content) in (self.draw)(publication) {
            replace(&self.folder.published().join(format!("{stem}.{ending}")), &content)?;
        }
        Ok(())
    }

    /// The rows of the standings, and those below: players of the course by their own reports, bots
    /// of the contest file by what they did.
    fn lines(
        &self,
        running: &RunningContest,
    ) -> Result<(Vec<PublicationRow>, Vec<UnrankedRow>), HostError> {
        let contest = &running.contest;
        let players = self.submission_log()?.players();
        let (mut table, mut below) = (Vec::new(), Vec::new());
        for standing in contest.standings() {
            let entrant = &contest.entrants()[standing.entrant.index()];
            let player = RegisteredPlayer::of(&players, &entrant.name);
            let name = player.map_or(&entrant.name, |player| &player.listed_as).clone();
            let out = player.is_some_and(|player| player.state != RegisteredState::Active);
            let tally = standing.tally;
            // New entrants come last: none is missing.
            let active = entrant.status == Status::Active;
            let rank = standing.rank.or(active.then_some(table.len() as u32 + 1));
            match (rank, entrant.status) {
                (Some(rank), _) if !out => table.push(PublicationRow {
                    rank,
                    name,
                    language: entrant.language.clone(),
                    share: WinShare::of(&tally),
                    played: tally.played,
                    won: tally.won,
                    lost: tally.lost,
                    drawn: tally.drawn,
                    faults: tally.faults,
                }),
                (None, Status::Disqualified(cause)) if player.is_none() => {
                    below.push(UnrankedRow {
                        name,
                        status: UnrankedReason::Disqualified,
                        fault: cause.fault(),
                        reason: match cause {
                            Cause::Fault(_) => None,
                            Cause::Nondeterminism => {
                                Some(LocalizedTexts::from(&say::not_deterministic()))
                            }
                            Cause::Silence => Some(LocalizedTexts::from(&say::silent())),
                        },
                    });
                }
                _ => {}
            }
        }
        below.extend(players.iter().filter_map(without_place));
        below.extend(running.aside.iter().map(|aside| {
            let player = RegisteredPlayer::of(&players, &aside.bot);
            UnrankedRow {
                name: player.map_or(&aside.bot, |player| &player.listed_as).clone(),
                status: UnrankedReason::Excluded,
                fault: None,
                reason: Some(aside.reason.clone()),
            }
        }));
        // The order must not show the authors.
        below.sort_by(|one, other| (one.status, &one.name).cmp(&(other.status, &other.name)));
        Ok((table, below))
    }

    /// Writes the marks after a championship; those after the final one stay.
    pub(super) fn write_marks(
        &self,
        running: &RunningContest,
        kind: PublicationKind,
    ) -> Result<(), HostError> {
        let Some(course) = &self.file.course else { return Ok(()) };
        let (contest, register) = (&running.contest, self.course_intake(course, None).roster()?);
        let registered_players = self.submission_log()?.players();
        // A player that the host banned meanwhile has played, but gets no mark.
        let counts = |own: &&RegisteredPlayer| match &own.state {
            RegisteredState::Active => true,
            RegisteredState::Disqualified { fault, .. } => fault.is_some(),
            RegisteredState::Banned(reason) => reason.is_none(),
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
        (self.notify)(Event::Marked(&path));
        Ok(())
    }
}

fn without_place(player: &RegisteredPlayer) -> Option<UnrankedRow> {
    let (status, fault, reason) = match &player.state {
        RegisteredState::Active => return None,
        RegisteredState::Disqualified { fault, reason } => {
            (UnrankedReason::Disqualified, *fault, reason.clone())
        }
        RegisteredState::Banned(reason) => (UnrankedReason::Banned, None, reason.clone()),
    };
    Some(UnrankedRow { name: player.listed_as.clone(), status, fault, reason })
}

/// The time for a move as the contest file has it, if it has any.
fn move_time(file: &ContestFile) -> Option<String> {
    file.limits.move_time.as_ref().map(|time| match time {
        // A publication names no folder of the host.
        MoveTime::Share(share) => share.clone().without_folder().to_string(),
        MoveTime::Fixed(time) => format!("{} ms", time.as_millis()),
    })
}

/// The marks as CSV, with a head in the language of the contest.
fn sheet(marks: &[TeamMark], language: Language) -> Result<Vec<u8>, csv::Error> {
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
    for TeamMark { group, pair, names, players, best, mark } in marks {
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
