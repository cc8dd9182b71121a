//! Stepping through a recorded match that is not public: the page after a turn, and the data for the
//! player script.

use super::request::{PageResult, PrivateReply, PrivateRequest};
use crate::{http_error::HttpError, public::ReplayView, replay::Replay};
use certamen_game::MatchRecord;

/// Where the record of a match comes from, as its address says, and what its page looks like.
pub(super) trait RecordSource {
    /// What was found beside the record.
    type Found;

    /// The turn to show; the last one if none.
    fn turn(&self) -> Option<u64>;

    /// The record, for users who may see it.
    fn find(&self, request: &PrivateRequest<'_>) -> Result<(MatchRecord, Self::Found), HttpError>;

    /// The address of the match, which those of its turns continue.
    fn address(&self) -> String;

    /// The address of its data for the player script.
    fn frames(&self) -> String;

    /// Where the match can be continued after a turn, if the user may.
    fn continued(&self, _found: &Self::Found, _turn: u64) -> Option<String> {
        None
    }

    fn page(
        &self,
        request: &PrivateRequest<'_>,
        found: Self::Found,
        stepped: SteppedMatch,
    ) -> PageResult;
}

/// A match after a turn, as the page of its source shows it.
pub(super) struct SteppedMatch {
    pub(super) replay: Replay,
    pub(super) view: ReplayView,
    /// The link to the data for the player script.
    pub(super) frames: String,
}

/// The page of the match after a turn, else at its end.
#[expect(clippy::needless_pass_by_value, reason = "handlers own the parts of their address")]
pub(super) fn step<S: RecordSource>(request: &PrivateRequest<'_>, source: S) -> PageResult {
    let (record, found) = source.find(request)?;
    let replay = Replay::of_record(record, request.language, source.turn())?;
    let (frame, address) = (request.frame(), source.address());
    let link = |turn| frame.link(&format!("{address}/{turn}"));
    let mut view = ReplayView::new(frame, &replay, &link);
    if source.continued(&found, 0).is_some() {
        let link = |turn| frame.link(&source.continued(&found, turn).unwrap_or_default());
        view.set_continuation(&replay, &link);
    }
    let frames = frame.link(&source.frames());
    source.page(request, found, SteppedMatch { replay, view, frames })
}

/// The data for the player script.
#[expect(clippy::needless_pass_by_value, reason = "handlers own the parts of their address")]
pub(super) fn frames<S: RecordSource>(request: &PrivateRequest<'_>, source: S) -> PageResult {
    let (record, _) = source.find(request)?;
    let replay = Replay::of_record(record, request.language, None)?;
    Ok(PrivateReply::Script(replay.frames(request.language)?))
}
