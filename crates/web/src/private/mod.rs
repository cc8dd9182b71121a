//! Private pages: rendered per request for the signed-in user, never cached. The
//! portal decides on permissions; submissions are in the contest's folder.

mod account;
mod admin;
mod api;
mod confirm;
mod contest_text;
mod course;
mod email;
mod host;
mod host_list;
mod ideas;
mod matches;
mod members;
mod notices;
mod peers;
mod progress;
mod request;
mod routes;
mod serve;
mod stepping;
mod submission;
mod submit;
mod table_calls;
mod tables;
#[cfg(test)]
mod tests;
mod wishes;

pub(crate) use api::bearer;
pub(crate) use peers::{list_call, record_call};
pub(crate) use routes::{api_calls, pages};
#[cfg(test)]
pub(crate) use serve::{Access, RouteRules};
#[cfg(all(test, feature = "schema"))]
pub(crate) use tables::ApiTable;

mod admin_say {
    certamen_i18n::texts!("locales/admin");
}

mod wish_say {
    certamen_i18n::texts!("locales/wishes");
}

mod letter_say {
    certamen_i18n::texts!("locales/letters");
}

mod host_say {
    certamen_i18n::texts!("locales/host");
}
