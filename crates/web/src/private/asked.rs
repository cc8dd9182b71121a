//! What somebody asks of a private page, and what he gets.

use super::{Barred, PrivateRoom, frame::RoomFrame, say};
use crate::{
    people::People,
    refusal::Refusal,
    session::Transport,
    site::Site,
    throttle::{Limited, Who},
    upload::SentForm,
};
use askama::Template;
use certamen_game::Language;
use certamen_portal::{PortalError, SignedIn};
use jiff::Timestamp;
use std::{net::IpAddr, time::Instant};

/// What somebody asks.
pub(crate) struct RoomRequest<'a> {
    pub(crate) site: &'a Site,
    pub(crate) people: &'a People,
    pub(crate) room: &'a PrivateRoom,
    pub(crate) language: Language,
    /// Whoever signed in.
    pub(crate) member: Option<SignedIn>,
    /// What he wants to be done; nothing if he only looks.
    pub(crate) form: Option<SentForm>,
    /// Where he wants to go when he has signed in.
    pub(crate) next: String,
    pub(crate) transport: Transport,
    pub(crate) from: IpAddr,
    pub(crate) now: Timestamp,
}

/// What he gets.
pub(crate) enum RoomReply {
    /// A page.
    Page(u16, String),
    /// He is led to another page, perhaps with another cookie.
    Elsewhere(String, Option<String>),
    /// A script with data.
    Script(String),
    /// A word for a script.
    Word(String),
    /// A file to keep: what it is called and what is in it.
    File(&'static str, Vec<u8>),
}

impl<'a> RoomRequest<'a> {
    /// What every page needs.
    pub(crate) fn frame(&self) -> RoomFrame<'a> {
        RoomFrame { site: self.site, room: self.room, language: self.language }
    }

    /// Whoever signed in; nobody else is let in.
    pub(crate) fn member(&self) -> Result<&SignedIn, Refusal> {
        self.member.as_ref().ok_or(Refusal::Barred(Barred::SignIn))
    }

    /// Lets somebody try, by his handle and by the network he comes from.
    pub(crate) fn limited(&self, what: Limited, handle: &str) -> Result<(), Refusal> {
        let named = self.people.throttle.named(what, handle, self.from);
        let who = [Who::at(self.from), named];
        limited(self.people, what, who, Instant::now())
    }

    /// The way to another private page.
    pub(crate) fn elsewhere(&self, room: &PrivateRoom) -> RoomReply {
        RoomReply::Elsewhere(self.frame().way(room), None)
    }
}

/// Lets somebody try, unless any of those who he may be tried too often.
pub(super) fn limited<const MANY: usize>(
    people: &People,
    what: Limited,
    who: [Who; MANY],
    now: Instant,
) -> Result<(), Refusal> {
    for who in who {
        let taken = people.throttle.take(what, who, now);
        taken.map_err(|wait| Refusal::Barred(Barred::Often(wait.as_secs() + 1)))?;
    }
    Ok(())
}

/// A page with this status.
pub(crate) fn page(status: u16, page: &impl Template) -> Result<RoomReply, Refusal> {
    page.render().map(|page| RoomReply::Page(status, page)).map_err(|_| Refusal::Ours)
}

impl From<PortalError> for Refusal {
    fn from(error: PortalError) -> Refusal {
        Refusal::Barred(Barred::Portal(error))
    }
}

/// The heading of a page whose subject is its contest.
pub(crate) fn heading(frame: RoomFrame<'_>, name: &str) -> String {
    frame.t(say::of_contest(frame.name(name)))
}
