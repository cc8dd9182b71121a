//! How a match ended, in one sentence for people.

use crate::{DynGame, Outcome, Scoring, number, outcome::leaders, say};
use certamen_i18n::{Localize, Message};

/// The result as a sentence: what the game says of it, else who won and by which scores. `names` are
/// those of the seats, as the reader may see them. An outcome may come from a record: nothing about
/// it is certain, not even the number of its scores.
pub fn result_sentence(game: Option<&dyn DynGame>, outcome: &Outcome, names: &[String]) -> Message {
    let plain = || match game.map(|game| game.info().scoring) {
        Some(Scoring::WinLoss) => by_verdict(outcome, names),
        Some(Scoring::Score) | None => by_points(&outcome.scores, names),
    };
    let Some(fault) = outcome.reason else {
        let ended = outcome.detail_as::<String>("ended");
        let why = ended.and_then(|rule| match &*rule {
            "resign" => Some(say::ended_resign()),
            "draw" => Some(say::ended_draw()),
            "moves" => Some(say::ended_moves()),
            _ => None,
        });
        if let Some(why) = why {
            return say::result_adjudicated(plain(), why);
        }
        let own = game.and_then(|game| game.result(outcome, names));
        return own.unwrap_or_else(plain);
    };
    let failed = outcome.seats.iter().map(|seat| seat_name(names, seat.index()));
    let failed: Vec<String> = failed.collect();
    say::result_forfeit(plain(), failed.len(), failed.join(", "), fault.message())
}

/// The name of a seat; its number, from 1, if it has none.
pub fn seat_name(names: &[String], seat: usize) -> String {
    names.get(seat).cloned().unwrap_or_else(|| format!("#{}", seat + 1))
}

/// The sentence for a match that is won or lost.
fn by_verdict(outcome: &Outcome, names: &[String]) -> Message {
    let leaders = outcome.leaders();
    let is_won = outcome.scores.iter().any(|score| *score > 0.0);
    if let [winner] = leaders[..] {
        say::result_wins(seat_name(names, winner))
    } else if !is_won && outcome.reason.is_some() {
        say::result_no_winner()
    } else if leaders.len() < outcome.scores.len() {
        say::result_winners(listed(&leaders, names))
    } else {
        say::result_draw()
    }
}

/// The sentence for a match that ended with these points, more being better: for games that are won
/// or lost, too, if that is how.
pub fn by_points(points: &[f64], names: &[String]) -> Message {
    let leaders = leaders(points);
    let shown = |seat: usize| number::json(points[seat]).to_string();
    match leaders[..] {
        [] => say::result_draw(),
        [alone] if points.len() == 1 => say::result_alone(seat_name(names, alone), shown(alone)),
        [winner] => {
            let others = (0..points.len()).filter(|seat| *seat != winner);
            let Some(second) =
                others.reduce(|best, seat| if points[seat] > points[best] { seat } else { best })
            else {
                return say::result_wins(seat_name(names, winner));
            };
            let (name, points_of_winner) = (seat_name(names, winner), shown(winner));
            if points.len() == 2 {
                say::result_wins_by(name, points_of_winner, shown(second))
            } else {
                let second = (seat_name(names, second), shown(second));
                say::result_wins_ahead(name, points_of_winner, second.0, second.1)
            }
        }
        [first, ..] if leaders.len() == points.len() => say::result_draw_at(shown(first)),
        [first, ..] => say::result_shared(listed(&leaders, names), shown(first)),
    }
}

fn listed(seats: &[usize], names: &[String]) -> String {
    seats.iter().map(|seat| seat_name(names, *seat)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Fault, Language, Seat};

    fn names(count: usize) -> Vec<String> {
        ["ana", "bob", "eva"].map(str::to_owned).into_iter().take(count).collect()
    }

    #[test]
    fn points_go_from_the_first_to_the_second() {
        for (points, expected) in [
            (vec![3.0, 1.0], "ana wins, 3 to 1"),
            (vec![0.5, 2.0], "bob wins, 2 to 0.5"),
            (vec![2.0, 2.0], "Draw: 2 each"),
            (vec![4.0, 9.0, 7.0], "bob wins with 9 points, ahead of eva with 7"),
            (vec![9.0, 4.0, 9.0], "ana, eva share the first place with 9 points"),
            (vec![1.0, 0.0, 0.0, 2.0], "#4 wins with 2 points, ahead of ana with 1"),
            (vec![12.0], "ana scores 12"),
            (vec![], "Draw"),
        ] {
            assert_eq!(by_points(&points, &names(3)).get(Language::En), expected);
        }
    }

    #[test]
    fn an_adjudicated_match_says_by_which_rule() {
        for (scores, rule, expected) in [
            ([1.0, 0.0], "resign", "ana wins, 1 to 0 by adjudication: one side saw itself lost"),
            ([0.5, 0.5], "draw", "Draw: 0.5 each by adjudication: both sides saw an even game"),
            ([2.0, 1.0], "of a later version", "ana wins, 2 to 1"),
        ] {
            let outcome = Outcome::scored(scores).with_detail("ended", rule);
            let said = result_sentence(None, &outcome, &names(2));
            assert_eq!(said.get(Language::En), expected);
        }
    }

    #[test]
    fn a_forfeit_says_who_failed_and_how() {
        let lost = |scores: Vec<f64>, seats: Vec<Seat>| Outcome {
            seats,
            reason: Some(Fault::Timeout),
            ..Outcome::scored(scores)
        };
        let say =
            |outcome: &Outcome, language| result_sentence(None, outcome, &names(3)).get(language);
        let one = lost(vec![3.0, 2.0, 1.0], vec![Seat(2)]);
        let expected = "ana wins with 3 points, ahead of bob with 2: eva forfeits (timeout)";
        assert_eq!(say(&one, Language::En), expected);
        let two = lost(vec![1.0, 0.0, 0.0], vec![Seat(1), Seat(2)]);
        assert!(say(&two, Language::En).ends_with(": bob, eva forfeit (timeout)"));
        assert!(say(&two, Language::Es).ends_with(": bob, eva pierden por falta (tiempo agotado)"));
        assert!(say(&one, Language::It).ends_with(": eva perde per forfait (tempo scaduto)"));
        let french = say(&one, Language::Fr);
        assert!(french.ends_with("\u{202f}: eva perd par forfait (temps dépassé)"), "{french}");
        let none = by_verdict(&lost(vec![0.0, 0.0], vec![Seat(0), Seat(1)]), &names(2));
        assert_eq!(none.get(Language::En), "No one wins");
        let many = by_verdict(&lost(vec![1.0, 0.0, 1.0], vec![Seat(1)]), &names(3));
        assert_eq!(many.get(Language::En), "ana, eva win");
    }
}
