//! The bots that a user may play against: their own, references, and those of contests with
//! `play_against = "all"`.

use super::company::BOT;
use crate::{
    contest::ContestView,
    player_visibility::PlayerVisibility,
    private::{Ownership, asked::PrivateRequest, viewer},
};
use certamen_contest::file::PlayedAgainst;
use certamen_game::DynGame;
use certamen_portal::rights::{Permission, SourceVisibility, may};
use std::collections::BTreeSet;

/// The maximum number of bots per contest.
const MOST: usize = 200;

/// A bot that a user may play against.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Opponent {
    /// The slug of its contest, and the title.
    pub(super) contest: String,
    pub(super) title: String,
    pub(super) name: String,
    /// The isolation level of its contest.
    pub(super) tier: String,
}

impl Opponent {
    /// Its value in a form.
    pub(super) fn value(&self) -> String {
        format!("{BOT}{} {}", self.contest, self.name)
    }
}

/// The bots for `game` that the user may play against.
pub(super) fn opponents(asked: &PrivateRequest<'_>, game: &dyn DynGame) -> Vec<Opponent> {
    let slug = game.info().slug;
    let exhibits = asked.site.exhibits();
    let of_game = exhibits
        .filter(|view| view.revision().game.is_some_and(|played| played.info().slug == slug));
    of_game.flat_map(|view| of_contest(asked, view)).collect()
}

fn of_contest(asked: &PrivateRequest<'_>, view: &ContestView) -> Vec<Opponent> {
    let (snapshot, board) = (view.revision(), view.board());
    let Some(file) = &snapshot.file else { return Vec::new() };
    // Bots with private names are not offered.
    if snapshot.visibility != PlayerVisibility::Lifted || file.course.is_some() {
        return Vec::new();
    }
    let standings = snapshot.tabled().ok();
    let member = asked.member.as_ref();
    let as_whom = viewer(member, view.slug.as_str(), Ownership::No);
    let everybody = file.site.play_against == PlayedAgainst::All
        || may(as_whom, Permission::PlayAgainst, SourceVisibility::Closed);
    let (references, roster) = (file.references(), &board.roster);
    let entrants = roster.entrants();
    let gone: BTreeSet<&str> = entrants
        .iter()
        .filter(|filed| filed.decided.left.is_some())
        .map(|filed| filed.decided.sent.entrant.as_str())
        .collect();
    let may_play = |author: &str| {
        let ownership = if member.is_some_and(|member| member.handle == author) {
            Ownership::Yes
        } else {
            Ownership::No
        };
        let as_whom = viewer(member, view.slug.as_str(), ownership);
        everybody || may(as_whom, Permission::PlayAgainst, SourceVisibility::Closed)
    };
    let own = roster.taking_part().into_iter().map(|filed| &filed.decided.sent);
    let own = own.filter(|sent| may_play(&sent.author)).map(|sent| sent.entrant.as_str());
    let listed =
        standings.iter().flat_map(|standings| &standings.lines).map(|line| line.bot.as_str());
    let listed = listed.filter(|name| everybody || references.contains(name));
    let names: BTreeSet<&str> = own.chain(listed).filter(|name| !gone.contains(name)).collect();
    let tier = standings
        .and_then(|standings| standings.tier.clone())
        .unwrap_or_else(|| file.sandbox.minimum_tier.clone());
    let opponent = |name: &str| Opponent {
        contest: view.slug.to_string(),
        title: snapshot.name.clone(),
        name: name.to_owned(),
        tier: tier.clone(),
    };
    names.into_iter().take(MOST).map(opponent).collect()
}
