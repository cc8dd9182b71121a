//! Why somebody is not let in, or what he sends is not taken.

use super::say;
use certamen_portal::PortalError;
use certamen_speech::{Message, Speak};

/// Why somebody is not let in.
#[derive(Debug)]
pub enum Barred {
    /// Too much was sent.
    TooLarge(usize),
    /// No form of ours.
    Form,
    /// It was not sent from one of our pages.
    Forged,
    /// Somebody could listen.
    Open,
    /// He is to sign in first.
    SignIn,
    /// He tried too often, and waits so many seconds.
    Often(u64),
    /// What he sends is not taken, for a reason of the contest's: the status, and why.
    NotSent(u16, Message),
    /// The disk is full.
    NoRoom,
    /// What is kept of people cannot be read or written.
    Portal(PortalError),
}

impl Barred {
    /// The status of the answer.
    pub(crate) fn status(&self) -> u16 {
        match self {
            Barred::TooLarge(_) => 413,
            Barred::Form => 400,
            Barred::Forged | Barred::Open => 403,
            Barred::SignIn => 401,
            Barred::Often(_) => 429,
            Barred::NotSent(status, _) => *status,
            Barred::NoRoom | Barred::Portal(PortalError::Full) => 507,
            Barred::Portal(PortalError::Spent) => 404,
            Barred::Portal(_) => 500,
        }
    }
}

impl Speak for Barred {
    fn message(&self) -> Message {
        match self {
            Barred::TooLarge(most) => say::too_large(most),
            Barred::Form => say::no_form(),
            Barred::Forged => say::forged(),
            Barred::Open => say::listened(),
            Barred::SignIn => say::sign_in_first(),
            Barred::Often(seconds) => say::too_often(seconds),
            Barred::NotSent(_, why) => why.clone(),
            Barred::NoRoom => say::no_room(),
            Barred::Portal(error) => error.message(),
        }
    }
}

certamen_speech::said!(Barred);
