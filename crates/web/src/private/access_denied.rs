//! Why somebody is not let in, or what he sends is not taken.

use super::say;
use certamen_i18n::{Localize, Message};
use certamen_portal::PortalError;

/// Why somebody is not let in.
#[derive(Debug)]
pub enum AccessDenied {
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

impl AccessDenied {
    /// The status of the answer.
    pub(crate) fn status(&self) -> u16 {
        match self {
            AccessDenied::TooLarge(_) => 413,
            AccessDenied::Form => 400,
            AccessDenied::Forged | AccessDenied::Open => 403,
            AccessDenied::SignIn => 401,
            AccessDenied::Often(_) => 429,
            AccessDenied::NotSent(status, _) => *status,
            AccessDenied::NoRoom | AccessDenied::Portal(PortalError::Full) => 507,
            AccessDenied::Portal(PortalError::Spent) => 404,
            AccessDenied::Portal(_) => 500,
        }
    }
}

impl Localize for AccessDenied {
    fn message(&self) -> Message {
        match self {
            AccessDenied::TooLarge(most) => say::too_large(most),
            AccessDenied::Form => say::no_form(),
            AccessDenied::Forged => say::forged(),
            AccessDenied::Open => say::listened(),
            AccessDenied::SignIn => say::sign_in_first(),
            AccessDenied::Often(seconds) => say::too_often(seconds),
            AccessDenied::NotSent(_, why) => why.clone(),
            AccessDenied::NoRoom => say::no_room(),
            AccessDenied::Portal(error) => error.message(),
        }
    }
}

certamen_i18n::said!(AccessDenied);
