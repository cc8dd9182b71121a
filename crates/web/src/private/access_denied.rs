//! Why access is denied, or a submission rejected.

use super::say;
use certamen_i18n::{Localize, Message};
use certamen_portal::PortalError;

/// Why access is denied.
#[derive(Debug, Localize)]
#[localize(display)]
pub enum AccessDenied {
    /// The body is too large.
    TooLarge(usize),
    /// The body is not a valid form.
    #[localize(say::no_form())]
    Form,
    /// The request comes from another site.
    Forged,
    /// The connection is not encrypted.
    #[localize(say::listened())]
    Open,
    /// Sign-in required.
    #[localize(say::sign_in_first())]
    SignIn,
    /// Rate limit exceeded; retry after this many seconds.
    #[localize(say::too_often(_0))]
    Often(u64),
    /// The submission is rejected for a reason of the contest: status and message.
    #[localize(_1.clone())]
    NotSent(u16, Message),
    /// The disk is full.
    NoRoom,
    /// The accounts cannot be read or written.
    #[localize(transparent)]
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
