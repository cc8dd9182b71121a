//! The fair-play page: whether seats and opponents were balanced.

use super::{contest::PageHead, facts_say};
use crate::{frame::PageContext, page::ContestPart, say};
use askama::Template;
use certamen_contest::{FairPlay, vocabulary};
use std::time::Duration;

#[derive(Template)]
#[template(path = "fair_play.html")]
pub(super) struct FairPlayPage<'a> {
    frame: PageContext<'a>,
    head: PageHead,
    seats: Vec<(usize, String, String)>,
    advantage: String,
    bots: Vec<SeatShare>,
    voids: Vec<(String, String)>,
    load: String,
}

struct SeatShare {
    bot: String,
    to: String,
    sat: String,
    faults: String,
}

impl<'a> FairPlayPage<'a> {
    pub(super) fn new(frame: PageContext<'a>, head: PageHead, fair: &FairPlay) -> FairPlayPage<'a> {
        let seats = fair.seats.iter().enumerate().map(|(seat, against)| {
            let share = against.share().map(|share| frame.rounded(100.0 * share, 1));
            let tally = format!("{}–{}–{}", against.won, against.drawn, against.lost);
            (seat, tally, share.map(|share| format!("{share} %")).unwrap_or_default())
        });
        let bots = fair.bots.iter().map(|share| {
            let faults = share.faults.iter();
            let faults = faults.map(|(fault, count)| {
                format!("{} {}", frame.t(vocabulary::fault(*fault)), frame.count(*count))
            });
            let sat = share.sat.iter().map(|count| frame.count(*count));
            SeatShare {
                bot: frame.name(&share.bot),
                to: frame.part(&head.slug, ContestPart::Bot(share.bot.clone())),
                sat: sat.collect::<Vec<_>>().join(" : "),
                faults: faults.collect::<Vec<_>>().join(", "),
            }
        });
        let advantage = fair.advantage.map(|(elo, error)| {
            frame.t(say::advantage(
                frame.signed(elo),
                frame.rounded(certamen_game::number::Z95 * error, 0),
            ))
        });
        let load = fair.load.map(|load| {
            let [median, slow, longest] =
                [load.median, load.slow, load.longest].map(|time| told(frame, time));
            frame.t(say::load(frame.count(load.matches as u64), median, slow, longest))
        });
        let voids = fair.voids.iter();
        FairPlayPage {
            seats: seats.collect(),
            bots: bots.collect(),
            advantage: advantage.unwrap_or_default(),
            load: load.unwrap_or_default(),
            voids: voids.map(|(why, count)| (frame.name(why), frame.count(*count))).collect(),
            frame,
            head,
        }
    }
}

fn told(frame: PageContext<'_>, time: Duration) -> String {
    match time.as_secs_f64() {
        short if short < 1.0 => format!("{} ms", frame.rounded(1000.0 * short, 1)),
        long => format!("{} s", frame.rounded(long, 1)),
    }
}
