//! Share links: a short link to a contest that is open to entries, and an image for link previews.

use crate::{
    Slug,
    app_state::{AppState, run_blocking},
    cache::{PageKey, RenderedPage},
    contest::{ContestSnapshot, ContestView},
    dates::ShownTime,
    finality::Entering,
    frame::{Links, PageContext},
    http_error::{HttpError, Resource},
    page::{ContestPart, Page},
    public::{entries_close, opening_state},
};
use axum::{
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use certamen_game::{Audience, Language, Picture};
use jiff::tz::TimeZone;
use std::sync::Arc;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ShareLink {
    /// The link itself, which redirects to the contest.
    Page(Slug),
    /// The preview image as SVG, with text in a language.
    Drawing(Slug, Language),
    /// The preview image as PNG, without text.
    Points(Slug),
}

/// Metadata of the contest page for link previews.
pub(crate) struct SocialCard {
    pub(crate) link: String,
    pub(crate) picture: String,
    pub(crate) title: String,
    pub(crate) line: String,
}

impl ShareLink {
    /// The request that `path` stands for; none if it is no such path.
    pub(crate) fn read(path: &str) -> Option<Self> {
        let name = path.strip_prefix("/i/")?;
        if let Some(name) = name.strip_suffix(".png") {
            return Slug::read(name).map(ShareLink::Points);
        }
        let Some(name) = name.strip_suffix(".svg") else {
            return Slug::read(name).map(ShareLink::Page);
        };
        let (name, language) = name.rsplit_once('.')?;
        let language = Language::ALL.into_iter().find(|known| known.code() == language)?;
        Slug::read(name).map(|slug| ShareLink::Drawing(slug, language))
    }

    pub(crate) async fn answer(
        self,
        app: &AppState,
        language: Language,
        headers: &HeaderMap,
    ) -> Result<Response, HttpError> {
        let (ShareLink::Page(slug) | ShareLink::Drawing(slug, _) | ShareLink::Points(slug)) = &self;
        let view = Arc::clone(app.site.contest_view(slug)?);
        if matches!(self, ShareLink::Page(_)) {
            let to = Page::Contest(slug.clone(), ContestPart::Overview).address(language);
            return Ok((StatusCode::FOUND, [(header::LOCATION, to)]).into_response());
        }
        if !is_open(&view.revision()) {
            return Err(Resource::Page.unknown("invitation"));
        }
        let key = PageKey { address: format!("{self:?}"), stamp: view.stamp() };
        let (site, pages) = (Arc::clone(&app.site), Arc::clone(&app.pages));
        let page = run_blocking(&app.writers, move || {
            pages.get(key, || {
                let snapshot = view.revision();
                let picture = opening_picture(&snapshot, language);
                Ok::<_, HttpError>(if let ShareLink::Drawing(_, language) = self {
                    let frame = PageContext::new(&site, "/", language, Links::Addresses);
                    let line = line(frame, &snapshot);
                    let drawn =
                        crate::charts::poster(&frame.name(&snapshot.name), &line, picture.as_ref());
                    RenderedPage::new("image/svg+xml", drawn)
                } else {
                    let picture = picture.ok_or_else(|| Resource::Page.unknown("picture"))?;
                    let raster = crate::charts::raster(&picture);
                    RenderedPage::new("image/png", raster.png().map_err(|_| HttpError::Ours)?)
                })
            })
        });
        Ok(page.await?.sent("public, max-age=60", headers))
    }
}

impl SocialCard {
    /// The metadata of a contest that is open to entries, on a site that accepts submissions.
    pub(crate) fn of(
        frame: PageContext<'_>,
        view: &ContestView,
        snapshot: &ContestSnapshot,
    ) -> Option<Self> {
        let people = frame.site.people.as_ref()?;
        if !frame.is_served() || !view.slug.is_whole() || !is_open(snapshot) {
            return None;
        }
        let link = people.file.address(&format!("/i/{}", view.slug));
        Some(SocialCard {
            picture: format!("{link}.png"),
            link,
            title: frame.name(&snapshot.name),
            line: line(frame, snapshot),
        })
    }
}

fn is_open(snapshot: &ContestSnapshot) -> bool {
    snapshot.takes_programs() && snapshot.entering != Entering::Closed
}

/// The game, and until when entries are open.
fn line(frame: PageContext<'_>, snapshot: &ContestSnapshot) -> String {
    let game = snapshot.game.map(|game| frame.t(game.info().title));
    let rules = snapshot.file.as_ref().and_then(|file| file.entries.as_ref());
    let zone = rules.map_or(TimeZone::UTC, |rules| rules.zone.clone());
    let closes = match snapshot.entering {
        Entering::Until(Some(time)) => {
            let time = ShownTime::of(&time.to_zoned(zone)).words;
            Some(format!("{} {time}", entries_close(frame)))
        }
        _ => None,
    };
    [game, closes].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// The board at the start of the game.
pub(crate) fn opening_picture(snapshot: &ContestSnapshot, language: Language) -> Option<Picture> {
    let file = snapshot.file.as_ref()?;
    let start = opening_state(file.game, &file.options)?;
    start.picture(Audience::Spectators, None, language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn share_links_have_short_addresses() {
        let slug = Slug::read("go-9x9").unwrap();
        assert_eq!(ShareLink::read("/i/go-9x9"), Some(ShareLink::Page(slug.clone())));
        assert_eq!(ShareLink::read("/i/go-9x9.png"), Some(ShareLink::Points(slug.clone())));
        let drawing = ShareLink::Drawing(slug, Language::Es);
        assert_eq!(ShareLink::read("/i/go-9x9.es.svg"), Some(drawing));
        for path in ["/i/", "/i/..", "/i/Go", "/i/go.svg", "/i/go.xx.svg", "/i/go/png", "/en/i/go"]
        {
            assert_eq!(ShareLink::read(path), None, "{path}");
        }
    }

    #[test]
    fn the_image_of_a_contest_shows_what_its_name_hides() {
        let place = tempfile::tempdir().unwrap();
        std::fs::create_dir(place.path().join("c")).unwrap();
        let file = "name = \"a\\u202Eb\"\ngame = \"footsteps\"\nbots = [\"builtin:first\"]\n\
            [format]\nkind = \"ladder\"\n[ranking]\nkind = \"win-share\"\n\
            [entries]\ncloses = \"2126-03-01T10:00[UTC]\"\n";
        std::fs::write(place.path().join("c/contest.toml"), file).unwrap();
        let contests = crate::Contests::find(place.path()).unwrap();
        let site = crate::SiteInfo {
            title: "x".to_owned(),
            languages: Language::ALL.to_vec(),
            base_url: None,
        };
        let portal = certamen_portal::Portal::create(place.path()).unwrap();
        let people =
            crate::people::People::new(portal.into(), certamen_portal::SiteFile::default());
        let site = crate::Site::still(&contests, site, &crate::pseudonyms::Disclosure::Nothing)
            .with_people(Some(people.into()));
        let (status, drawn) = crate::respond::tests::fetched(site)("/i/c.en.svg");
        assert_eq!(status, 200, "{drawn}");
        assert!(drawn.contains("202e") && !drawn.contains('\u{202e}'), "{drawn}");
    }
}
