//! The public pages: functions of what was read, the same bytes for all users.

mod bot;
mod contest;
mod crosstable;
mod docs;
mod entries;
mod game;
mod games;
mod head;
mod home;
mod matches;
mod openings;
mod publications;
mod replayed;
mod routes;
mod serve;
mod standings;
mod tv;
mod worth;
mod written;

pub(crate) use crate::facts_say;
pub(crate) use contest::anchor;
pub(crate) use entries::entries_close;
pub(crate) use game::{contest_options, shown_file};
pub(crate) use games::{about, opening_state};
pub(crate) use head::Tag;
pub(crate) use matches::{known, result_text, score_text};
pub(crate) use publications::{kind, leader, next};
pub(crate) use replayed::ReplayView;
pub use replayed::{animation, single};
pub(crate) use routes::{router, unknown};
pub(crate) use standings::{StandingRow, around, row_id};
pub(crate) use worth::ValueText;
pub(crate) use written::refused;

mod more_say {
    certamen_i18n::texts!("locales/more");
}

mod openings_say {
    certamen_i18n::texts!("locales/openings");
}

mod docs_say {
    certamen_i18n::texts!("locales/docs");
}

mod entries_say {
    certamen_i18n::texts!("locales/entries");
}

#[cfg(test)]
mod tests {
    use crate::{
        pseudonyms::Disclosure,
        respond::tests::page_of,
        site::{Contests, Site, SiteInfo},
    };
    use certamen_game::Language;
    use certamen_portal::SiteFile;
    use std::fs;

    #[test]
    fn pages_before_the_first_match_have_the_sections_that_it_fills() {
        let place = tempfile::tempdir().unwrap();
        fs::create_dir(place.path().join("open")).unwrap();
        let text = "name = \"Open\"\ngame = \"footsteps\"\nbots = [\"builtin:random\"]\n\
            [format]\nkind = \"round-robin\"\n[ranking]\nkind = \"points\"\n";
        fs::write(place.path().join("open/contest.toml"), text).unwrap();
        let contests = Contests::find(place.path()).unwrap();
        let page = |end| {
            let sign = SiteInfo::of(&SiteFile::default(), Language::En);
            let site = Site::still(&contests, sign, &Disclosure::Nothing);
            page_of(site, &format!("/c/open{end}"))
        };
        let has = |page: &str, section: &str| page.contains(&format!("data-live=\"{section}\""));
        let overview = page("");
        for section in ["tabs", "facts", "top", "boards", "tables", "notices", "draw"] {
            assert!(has(&overview, section), "{section}");
        }
        for to in ["/standings", "/matches", "/entrants"] {
            assert!(overview.contains(&format!("/en/c/open{to}\"")), "{to}");
        }
        for (end, section, filled) in [
            ("/standings", "standings", include_str!("../../templates/standings.html")),
            ("/matches", "matches", include_str!("../../templates/matches.html")),
            ("/entrants", "entrants", include_str!("../../templates/entrants.html")),
        ] {
            let page = page(end);
            assert!(page.contains("nothing has been played yet") && has(&page, section), "{page}");
            assert!(has(filled, section), "what is played is shown where nothing is");
        }
    }
}
