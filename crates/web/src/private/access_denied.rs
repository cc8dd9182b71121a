//! Why access is denied, or a submission rejected.

use super::say;
use certamen_i18n::{Localize, Message};
use certamen_portal::PortalError;

/// Why access is denied.
#[derive(Debug)]
pub enum AccessDenied {
    /// The body is too large.
    TooLarge(usize),
    /// The body is not a valid form.
    Form,
    /// The request comes from another site.
    Forged,
    /// The connection is not encrypted.
    Open,
    /// Sign-in required.
    SignIn,
    /// Rate limit exceeded; retry after this many seconds.
    Often(u64),
    /// The submission is rejected for a reason of the contest: status and message.
    NotSent(u16, Message),
    /// The disk is full.
    NoRoom,
    /// The accounts cannot be read or written.
    Portal(PortalError),
}

impl AccessDenied {
    /// The HTTP status.
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
