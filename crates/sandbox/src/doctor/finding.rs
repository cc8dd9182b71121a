//! A finding of the doctor: one check and its result.

use super::item::Item;
use certamen_i18n::Message;
use serde::{Serialize, Serializer, ser::SerializeMap};

/// One thing that was tried. As JSON it says everything in English.
#[derive(Clone, PartialEq, Debug)]
pub struct DoctorFinding {
    /// What kind of thing.
    pub part: Part,
    /// The thing.
    pub item: Item,
    /// The result.
    pub status: Status,
    /// A figure, or what was answered.
    pub detail: Option<Message>,
    /// Why it is probably so.
    pub cause: Option<Message>,
    /// What is likely to help.
    pub fix: Option<Message>,
    /// What programs can do, or we cannot, because of it.
    pub loses: Option<Message>,
}

/// What kind of thing was tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// What the machine offers.
    Probe,
    /// What canaries can do inside.
    Test,
    /// What it costs.
    Timing,
}

/// The status of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// As it should be.
    Ok,
    /// Unavailable, but not required.
    Lost,
    /// The sandbox does not hold.
    Failed,
}

impl DoctorFinding {
    pub(super) fn new(
        part: Part,
        item: Item,
        status: Status,
        detail: impl Into<Option<Message>>,
    ) -> DoctorFinding {
        let detail = detail.into();
        DoctorFinding { part, item, status, detail, cause: None, fix: None, loses: None }
    }
}

impl Serialize for DoctorFinding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("part", &self.part)?;
        map.serialize_entry("item", &self.item.to_string())?;
        map.serialize_entry("status", &self.status)?;
        for (key, text) in [
            ("detail", &self.detail),
            ("cause", &self.cause),
            ("fix", &self.fix),
            ("loses", &self.loses),
        ] {
            if let Some(text) = text {
                map.serialize_entry(key, &text.to_string())?;
            }
        }
        map.end()
    }
}
