//! Results of matches, in words.

use crate::{frame::PageContext, say};
use certamen_contest::vocabulary;
use certamen_game::Outcome;

/// The result of a match of `game` between `bots`.
pub(super) fn told(
    frame: PageContext<'_>,
    game: &str,
    bots: &[String],
    outcome: &Outcome,
) -> String {
    let name = |seat: usize| bots.get(seat).map(|bot| frame.name(bot)).unwrap_or_default();
    let best = outcome.scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let first: Vec<usize> =
        (0..outcome.scores.len()).filter(|seat| outcome.scores[*seat] >= best).collect();
    let said = match first[..] {
        [winner] => say::wins(name(winner)),
        _ if best <= 0.0 && outcome.reason.is_some() => say::no_winner(),
        _ => say::draw(),
    };
    let failed = outcome.reason.map(|reason| {
        let failed: Vec<String> = outcome.seats.iter().map(|seat| name(seat.index())).collect();
        frame.t(say::loses_by(failed.join(", "), vocabulary::fault(reason)))
    });
    let facts = vocabulary::facts(game, &outcome.detail, frame.language);
    std::iter::once(frame.t(said)).chain(failed).chain(facts).collect::<Vec<_>>().join("; ")
}

/// The scores, seat by seat.
pub(super) fn scores(frame: PageContext<'_>, outcome: &Outcome) -> String {
    let scores = outcome.scores.iter().map(|score| frame.number(*score));
    scores.collect::<Vec<_>>().join(" : ")
}
