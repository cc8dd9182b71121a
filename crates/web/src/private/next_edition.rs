//! The next edition of a contest, created by an organizer: its file with other dates, without
//! entrants.

use super::{AccessDenied, PrivateRoute, asked::PrivateRequest, host_say as words, notices::TITLE};
use crate::{
    contest::ContestView, http_error::HttpError, slug::Slug, throttle::Limited, upload::SentForm,
};
use certamen_contest::{ContestFile, Folder, NextEdition, edition_place};
use certamen_i18n::{Localize, Message};
use certamen_portal::HostRequestKind;

/// The maximum number of contests of a site created this way; the operator can add more.
const MOST: usize = 500;

/// The input, or its default.
#[derive(Clone, Debug, Default)]
pub(super) struct EditionWish {
    pub(super) slug: String,
    pub(super) name: String,
    pub(super) closes: String,
    pub(super) starts: String,
    /// Whether the start of the next edition is asked for.
    pub(super) is_held: bool,
    /// Whether another contest is allowed.
    pub(super) may_be: bool,
}

impl EditionWish {
    /// The defaults for an organizer of `exhibit`.
    pub(super) fn offered(view: &ContestView) -> EditionWish {
        let snapshot = view.revision();
        let file = snapshot.file.as_ref();
        EditionWish {
            slug: next_slug(view.slug.as_str()),
            name: snapshot.name.clone(),
            is_held: file.is_some_and(|file| file.schedule.is_some()),
            may_be: file.is_some_and(|file| file.course.is_none()),
            ..EditionWish::default()
        }
    }

    /// The input of an organizer.
    pub(super) fn typed(view: &ContestView, form: &SentForm) -> EditionWish {
        let text = |key| form.text(key).trim().to_owned();
        EditionWish {
            slug: text("slug"),
            name: text("name"),
            closes: text("closes"),
            starts: text("starts"),
            ..EditionWish::offered(view)
        }
    }

    /// Creates it; returns the link to its organizer page, or why it was not created.
    pub(super) fn found(
        &self,
        asked: &PrivateRequest<'_>,
        (view, old): (&ContestView, &str),
    ) -> Result<Result<PrivateRoute, (u16, Message)>, HttpError> {
        let member = asked.member()?;
        if !self.may_be {
            return Err(HttpError::Barred(AccessDenied::Form));
        }
        let wrong = |status, message| Ok(Err((status, message)));
        let name = certamen_game::keep_reply(&self.slug);
        let Some(slug) = Slug::read(&self.slug) else { return wrong(422, words::no_slug(name)) };
        let Some(place) = edition_place(&view.folder, slug.as_str()) else {
            return wrong(422, words::alone_here());
        };
        let taken = place.exists() || asked.site.exhibit(&slug).is_ok();
        if taken || asked.site.exhibits().count() >= MOST {
            return wrong(409, words::slug_taken(name));
        }
        if !(1..=TITLE).contains(&self.name.chars().count()) {
            return wrong(422, words::no_name(TITLE));
        }
        let given = |text: &'_ String| Some(text.clone()).filter(|text| !text.is_empty());
        let (closes, starts) = (given(&self.closes), given(&self.starts));
        let next = NextEdition {
            slug: view.slug.as_str(),
            name: &self.name,
            closes: closes.as_deref(),
            starts: starts.as_deref(),
        };
        let Some(text) = next.file(old) else { return Err(HttpError::Ours) };
        if let Err(error) = ContestFile::of_text(&view.folder, &text) {
            return wrong(422, error.message());
        }
        asked.limited(Limited::Ask, &member.handle)?;
        let act = HostRequestKind::Found { slug: slug.to_string(), text };
        if !asked.people.order(view, act, asked.now)? {
            return wrong(409, words::slug_taken(name));
        }
        let names = (view.slug.as_str(), slug.as_str());
        asked.people.portal.inherit_hosts(names, member.id, asked.now)?;
        asked.site.admit(&slug, &Folder::new(&place));
        Ok(Ok(PrivateRoute::ContestText(slug)))
    }
}

/// The name with its number incremented; with a 2 if it has none.
fn next_slug(slug: &str) -> String {
    let stem = slug.trim_end_matches(|c: char| c.is_ascii_digit());
    match slug[stem.len()..].parse::<u32>().ok().and_then(|number| number.checked_add(1)) {
        Some(number) => format!("{stem}{number}"),
        None => format!("{slug}-2"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_is_called_by_the_next_number() {
        for (slug, next) in
            [("spring", "spring-2"), ("spring-2", "spring-3"), ("go-2026", "go-2027"), ("9", "10")]
        {
            assert_eq!(next_slug(slug), next);
        }
    }
}
