//! The form for a new table: the game, its options, the players, the time for people.

use super::{
    beginning::{Beginning, GivenPast, Origin},
    company::{SEATS, SeatAssignment},
    opponents::{Opponent, opponents},
    sheet::{CLOCKS, shown},
};
use crate::{
    Slug,
    http_error::HttpError,
    private::{
        AccessDenied, PrivateRoute,
        asked::{PrivateReply, PrivateRequest},
    },
    throttle::Limited,
    upload::SentForm,
};
use certamen_contest::MoveTime;
use certamen_game::{Conditions, DynGame, Map, SeatEntry, Table, arbiter::Arbiter, record::MEMORY};
use certamen_i18n::{Localize, Message};
use certamen_portal::{
    NewTable, OpenTableResult, Participant, PortalError, SeatRow, fresh_id,
    rights::{Permission, SourceVisibility, may},
};
use serde_json::Value;
use std::ops::RangeInclusive;

/// The maximum number of turns of a match with people, and the maximum size of their lines.
const TURNS: u64 = 5_000;
const BYTES: u64 = 1 << 20;
/// The maximum length of an option's value.
const OPTION: usize = 400;

/// The form, or its result.
pub(in crate::private) fn open(
    asked: &PrivateRequest<'_>,
    origin: &Origin,
) -> Result<PrivateReply, HttpError> {
    let member = asked.member()?;
    let relation = crate::private::viewer(Some(member), "", crate::private::Ownership::No);
    if !may(relation, Permission::OpenTable, SourceVisibility::Closed) {
        return Err(HttpError::Barred(AccessDenied::SignIn));
    }
    let beginning = Beginning::of(asked, origin)?;
    let opponents = opponents(asked, beginning.game);
    let Some(form) = &asked.form else { return shown(asked, &beginning, &opponents, None) };
    asked.limited(Limited::OpenTable, &member.handle)?;
    match wanted(asked, &beginning, &opponents, form)? {
        Err(why) => shown(asked, &beginning, &opponents, Some((422, why))),
        Ok((new, to)) => match asked.people.portal.open_sitting(new)? {
            OpenTableResult::Opened => Ok(asked.elsewhere(&to)),
            OpenTableResult::Over(over) => {
                shown(asked, &beginning, &opponents, Some((409, over.message())))
            }
        },
    }
}

/// The possible numbers of seats.
pub(super) fn seats(beginning: &Beginning) -> RangeInclusive<u8> {
    let range = beginning.game.info().seats;
    match &beginning.past {
        Some(past) => {
            let taken = past.table.seats.len() as u8;
            taken..=taken
        }
        None => *range.start()..=(*range.end()).min(SEATS),
    }
}

/// The table in the form, and the page to show then, or why it cannot be opened.
fn wanted(
    asked: &PrivateRequest<'_>,
    beginning: &Beginning,
    opponents: &[Opponent],
    form: &SentForm,
) -> Result<Result<(NewTable, PrivateRoute), Message>, HttpError> {
    let (member, range) = (asked.member()?, seats(beginning));
    let read = SeatAssignment::read(asked, (beginning.game, range), opponents, form);
    let SeatAssignment { sitters, names, own } = match read {
        Ok(seat_assignment) => seat_assignment,
        Err(why) => return Ok(Err(why)),
    };
    let clock: Option<u64> = form.text("clock").parse().ok();
    let clock = clock.filter(|seconds| CLOCKS.contains(seconds));
    let seats = sitters.iter().zip(names).map(|(participant, name)| {
        let own = clock.filter(|_| *participant == Participant::Person);
        SeatEntry { move_ms: own.map(|seconds| seconds * 1000), ..SeatEntry::named(name) }
    });
    let table = Table::new(beginning.game).seats(seats);
    let table = table.conditions(conditions(asked, beginning, opponents, &sitters));
    let table = match &beginning.past {
        Some(past) => table.options(past.table.options.clone()).seed(past.table.seed),
        None => table.options(options(beginning.game, form)).seed(seed()?),
    };
    if let Err(error) = Arbiter::start(beginning.game, table.clone()) {
        return Ok(Err(error.message()));
    }
    let contest = sitters.iter().find_map(|participant| match participant {
        Participant::Entrant { contest, .. } => Some(contest.clone()),
        _ => None,
    });
    let chairs = sitters
        .into_iter()
        .map(|participant| Ok(SeatRow { participant, secret: fresh_id()? }))
        .collect::<Result<Vec<_>, PortalError>>()?;
    let id = fresh_id()?;
    let to = match own {
        Some(own) => PrivateRoute::TableSeat(id.clone(), chairs[own].secret.clone()),
        None => PrivateRoute::Table(id.clone()),
    };
    let head = serde_json::to_string(&table).map_err(|_| HttpError::Ours)?;
    let (account, opened) = (member.id, asked.now);
    let given = beginning.past.as_ref().map(|past| past.lines.clone()).unwrap_or_default();
    let contest = contest.unwrap_or_default();
    Ok(Ok((NewTable { id, account, contest, head, given, chairs, opened }, to)))
}

/// The conditions: those of the contest whose bots play, if any.
fn conditions(
    asked: &PrivateRequest<'_>,
    beginning: &Beginning,
    opponents: &[Opponent],
    sitters: &[Participant],
) -> Conditions {
    let usual_time = beginning.game.info().move_time;
    let of_contest = sitters.iter().find_map(|participant| {
        let Participant::Entrant { contest, name } = participant else { return None };
        let is_he = |known: &&Opponent| known.contest == *contest && known.name == *name;
        let opponent = opponents.iter().find(is_he)?;
        let snapshot = asked.site.exhibit(&Slug::read(contest)?).ok()?.revision();
        let file = snapshot.file.as_ref()?;
        let time = match &file.limits.move_time {
            Some(MoveTime::Fixed(time)) => *time,
            Some(MoveTime::Share(_)) | None => usual_time,
        };
        // People have no time limit, and neither have bots that play with them.
        Some(Conditions { match_ms: None, ..file.conditions(time, &opponent.tier) })
    });
    let move_ms = u64::try_from(usual_time.as_millis()).unwrap_or(u64::MAX);
    // Built-in players are not programs and need no isolation.
    let usual = of_contest.unwrap_or_else(|| Conditions::usual(move_ms, MEMORY, "D"));
    let (turns, bytes, on_fault) = match &beginning.past {
        Some(GivenPast { table, lines, .. }) => {
            let bytes: usize = lines.iter().map(|line| line.len() + 1).sum();
            // Earlier faults are judged by the rules of that time.
            (lines.len() as u64, bytes as u64, table.conditions.on_fault)
        }
        None => (0, 0, usual.on_fault),
    };
    Conditions { turns: Some(turns + TURNS), bytes: Some(bytes + BYTES), on_fault, ..usual }
}

/// The options that differ from the default. The game reports invalid ones.
fn options(game: &dyn DynGame, form: &SentForm) -> Map {
    let usual = game.default_options();
    let known = usual.as_object().into_iter().flatten();
    let given = known.filter_map(|(key, usual)| {
        let typed: String = form.text(&format!("option-{key}")).chars().take(OPTION).collect();
        let value = match (usual, serde_json::from_str(&typed)) {
            (Value::String(_), _) | (_, Err(_)) => Value::String(typed.clone()),
            (_, Ok(value)) => value,
        };
        (!typed.is_empty() && value != *usual).then(|| (key.clone(), value))
    });
    given.collect()
}

/// An unpredictable number below 2^53.
fn seed() -> Result<u64, PortalError> {
    let digest = blake3::hash(fresh_id()?.as_bytes());
    let first = digest.as_bytes().first_chunk::<8>().copied().unwrap_or_default();
    Ok(u64::from_le_bytes(first) >> 11)
}
