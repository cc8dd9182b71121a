//! One bot: where it stands, whom it met, what it played last.

use super::{
    contest::PageHead,
    matches::{self, known},
    standings,
};
use crate::{
    contest::{Exhibit, Tabled},
    frame::Frame,
    page::{ContestPart, MatchSearch},
    refusal::Refusal,
    say,
};
use askama::Template;
use certamen_store::Wanted;
use certamen_tournament::EntrantId;

/// So many of its latest matches are shown.
const LATEST: usize = 10;

#[derive(Template)]
#[template(path = "bot.html")]
pub(super) struct BotPage<'a> {
    frame: Frame<'a>,
    head: PageHead,
    row: standings::StandingRow,
    met: Vec<Encounter>,
    latest: Vec<matches::MatchRow>,
    all: String,
}

/// What it did against another.
struct Encounter {
    bot: String,
    to: String,
    matches: String,
    tally: String,
    percent: String,
    bar: String,
}

impl<'a> BotPage<'a> {
    pub(super) fn new(
        frame: Frame<'a>,
        head: PageHead,
        (exhibit, tabled): (&Exhibit, &Tabled),
        name: &str,
    ) -> Result<BotPage<'a>, Refusal> {
        let place = known(tabled, name)?;
        let results = exhibit.results()?;
        let wanted = Wanted { bot: Some(name), ..Wanted::default() };
        let latest = frame.links.listed(&head.slug, &results, (&wanted, LATEST))?;
        let search = MatchSearch { bot: Some(name.to_owned()), ..MatchSearch::default() };
        Ok(BotPage {
            row: standings::rows(frame, &head.slug, tabled).remove(place),
            met: met(frame, &head, tabled, place),
            latest: matches::rows(frame, &head, &results, &latest)?,
            all: frame.part(&head.slug, ContestPart::Matches(search)),
            frame,
            head,
        })
    }
}

fn met(frame: Frame<'_>, head: &PageHead, tabled: &Tabled, place: usize) -> Vec<Encounter> {
    let field = &tabled.field;
    let others = field.bots.iter().enumerate().filter_map(|(other, name)| {
        let against = field.table.against(EntrantId(place as u32), EntrantId(other as u32));
        let share = against.share()?;
        let percent = frame.rounded(100.0 * share, 0);
        let bar = against.interval().map(|interval| {
            let scale = certamen_tournament::statistics::Interval { low: 0.0, high: 1.0 };
            let label = format!("{percent} %");
            certamen_charts::interval_bar((share, interval), scale, 0.5, &label)
        });
        let search = MatchSearch {
            bot: Some(field.bots[place].clone()),
            vs: Some(name.clone()),
            ..MatchSearch::default()
        };
        Some(Encounter {
            bot: frame.name(name),
            to: frame.part(&head.slug, ContestPart::Bot(name.clone())),
            matches: frame.part(&head.slug, ContestPart::Matches(search)),
            tally: format!("{}–{}–{}", against.won, against.drawn, against.lost),
            percent,
            bar: bar.unwrap_or_default(),
        })
    });
    others.collect()
}
