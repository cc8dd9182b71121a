//! What a language model, or a person in a hurry, needs to know to play a game over HTTP: Markdown of
//! at most 24 KiB.

use crate::PAGES;
use certamen_game::{DynGame, Language, Map, Rng, Seat};
use serde_json::json;
use std::fmt::{self, Write as _};

mod say {
    certamen_i18n::texts!("locales/brief");
}

/// The longest brief, in bytes.
pub const LONGEST_BRIEF: usize = 24 << 10;

/// The sections of a game's page that players need.
const SECTIONS: [&str; 4] = ["Rules", "Options", "Notation", "State"];
/// The most legal moves in the example.
const SHOWN: usize = 20;

const PROTOCOL: &str = include_str!("../brief/protocol.txt");
const PLAYER: &str = include_str!("../brief/player.py");

fn add(text: &mut String, more: fmt::Arguments<'_>) {
    text.write_fmt(more).expect("strings take everything");
}

/// The brief of a game. Its headings are in `language`; rules and protocol, which come from the
/// documentation, are in English.
pub fn brief(game: &dyn DynGame, language: Language) -> String {
    let info = game.info();
    let (slug, title) = (info.slug, info.title.get(language));
    let page = PAGES.iter().find(|(own, _)| *own == slug).map_or("", |(_, page)| page);
    let mut text = format!("# {title}\n\n{}\n", say::intro(slug).get(language));
    for section in SECTIONS {
        if let Some(body) = section_of(page, section) {
            add(&mut text, format_args!("\n## {section}\n\n{body}\n"));
        }
    }
    add(
        &mut text,
        format_args!("\n## {}\n\n```json\n{}\n```\n", say::example().get(language), example(game)),
    );
    add(&mut text, format_args!("\n{}\n", say::example_answer().get(language)));
    add(&mut text, format_args!("\n```json\n{}\n```\n", json!({ "action": first_move(game) })));
    let protocol = PROTOCOL.split_once("\n## Request").map_or("", |(_, rest)| rest);
    let protocol = protocol.split_once("\n## Addresses").map_or(protocol, |(body, _)| body).trim();
    add(&mut text, format_args!("\n## {}\n\n{protocol}\n", say::protocol().get(language)));
    add(
        &mut text,
        format_args!("\n## {}\n\n```python\n{PLAYER}```\n", say::starter().get(language)),
    );
    without_links(&text)
}

/// The list of all briefs, as `llms.txt` of a site has it: `address` is that of a brief.
pub fn brief_list(address: impl Fn(&str) -> String) -> String {
    let mut text = format!("# Certamen\n\n> {}\n", say::list_intro().get(Language::En));
    add(&mut text, format_args!("\n## {}\n\n", say::games().get(Language::En)));
    for game in crate::ALL {
        let info = game.info();
        add(
            &mut text,
            format_args!("- [{}]({})\n", info.title.get(Language::En), address(info.slug)),
        );
    }
    text
}

fn section_of<'a>(page: &'a str, heading: &str) -> Option<&'a str> {
    let (_, rest) = page.split_once(&format!("\n## {heading}\n"))?;
    Some(rest.split_once("\n## ").map_or(rest, |(body, _)| body).trim())
}

/// The first request of a match with the default options.
fn example(game: &dyn DynGame) -> String {
    let info = game.info();
    let state = game.new_initial_state(&Map::new(), *info.seats.start(), &mut Rng::of_turn(1, 0));
    let Ok(state) = state else { return String::new() };
    let seat = state.to_act().iter().next().unwrap_or(Seat(0));
    let mut actions = state.legal_actions(seat, SHOWN + 1);
    let more = actions.len() > SHOWN;
    actions.truncate(SHOWN);
    let news: Vec<String> = state
        .updates(seat, &[])
        .map(|lines| lines.lines().map(str::to_owned).collect())
        .unwrap_or_default();
    let mut request = json!({
        "v": 1,
        "match": "example#1",
        "game": info.slug,
        "rules": info.version,
        "options": {},
        "seat": seat.0,
        "turn": 1,
        "attempt": 1,
        "observation": state.observation(seat),
        "news": news,
        "actions": actions,
        "deadline_ms": info.move_time.as_millis() as u64,
    });
    if more {
        request["more"] = json!(true);
    }
    request.to_string()
}

fn first_move(game: &dyn DynGame) -> Option<String> {
    let seats = *game.info().seats.start();
    let state = game.new_initial_state(&Map::new(), seats, &mut Rng::of_turn(1, 0)).ok()?;
    let seat = state.to_act().iter().next()?;
    state.legal_actions(seat, 1).pop()
}

/// The text with the words of relative links instead of the links: they lead nowhere from here.
fn without_links(text: &str) -> String {
    let (mut shown, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find("](../") {
        let (before, behind) = (&rest[..at], &rest[at + 2..]);
        let (Some(open), Some(close)) = (before.rfind('['), behind.find(')')) else { break };
        shown += &before[..open];
        shown += &before[open + 1..];
        rest = &behind[close + 1..];
    }
    shown + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_brief_of_limited_length_in_all_languages() {
        for game in crate::ALL {
            for language in [Language::En, Language::Es, Language::Fr, Language::It] {
                let text = brief(*game, language);
                let slug = game.info().slug;
                assert!(text.len() <= LONGEST_BRIEF, "{slug}: {} bytes", text.len());
                let parts =
                    ["## Rules", "## Options", "\"observation\"", "Idempotency-Key", "def choose"];
                for part in parts {
                    assert!(text.contains(part), "{slug} lacks {part}");
                }
                assert!(!text.contains("](../"), "{slug}");
            }
        }
    }

    #[test]
    fn the_example_is_what_the_rules_show() {
        let game = crate::find("footsteps").unwrap();
        let request: serde_json::Value = serde_json::from_str(&example(game)).unwrap();
        assert_eq!(request["observation"], "0 50 50");
        assert_eq!((&request["actions"][0], &request["more"]), (&json!("1"), &json!(true)));
        assert_eq!(first_move(game).as_deref(), Some("1"));
    }

    #[test]
    fn the_list_names_all_games() {
        let list = brief_list(|slug| format!("/games/{slug}/brief.md"));
        assert_eq!(list.matches("/brief.md").count(), crate::ALL.len());
    }

    #[test]
    fn the_guide_shows_the_player_that_is_tested() {
        let guide = include_str!("../../../docs/guides/models.md");
        assert!(guide.contains(&format!("```python\n{PLAYER}```\n")));
        assert!(PLAYER.lines().count() <= 40, "{}", PLAYER.lines().count());
    }
}
