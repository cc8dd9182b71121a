//! What travels between those who plan matches and those who play them: work, its result, and
//! the names that both use.
//!
//! What a course may set about submissions is here, too, because contest files say it and courses
//! keep to it.
//!
//! Values only: nothing here is stored, played or looked for.

mod bot_name;
mod bot_spec;
mod ids;
mod pair;
mod source_rules;
mod toml_error;
mod work;

pub use bot_name::{
    BotNameError, check_alias, check_bot_name, is_same_name, look_alike, name_key, shortened,
};
pub use bot_spec::{BotSource, BotSpec, BotSpecError};
pub use ids::{MatchNumber, SubmissionId};
pub use pair::{PLAYERS_PER_PAIR, PlayerId, PlayerIdError, TeamId};
pub use source_rules::{Assignment, SourceForm, SourceRules, UnknownAssignment};
pub use toml_error::{TextPosition, TomlError, Unreadable, read_toml};
pub use work::{JobResult, MatchJob, WorkerId};

mod say {
    certamen_i18n::texts!("locales/job");
}
