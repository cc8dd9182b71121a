//! The list of games, and the board and paragraph that introduce one.

use crate::{about_say, frame::PageContext, front_say, page::Page, say};
use askama::Template;
use certamen_game::{Audience, DynGame, DynState, Language, Map, Rng};
use certamen_i18n::Message;

#[derive(Template)]
#[template(path = "games.html")]
pub(super) struct GamesPage<'a> {
    frame: PageContext<'a>,
    games: Vec<GameCard>,
}

struct GameCard {
    to: String,
    opening: OpeningBoard,
    title: String,
    players: String,
    about: String,
    contests: String,
}

impl<'a> GamesPage<'a> {
    pub(super) fn new(frame: PageContext<'a>) -> Self {
        let cards = certamen_games::all().into_iter().map(|game| card(frame, game));
        GamesPage { games: cards.collect(), frame }
    }
}

fn card(frame: PageContext<'_>, game: &'static dyn DynGame) -> GameCard {
    let info = game.info();
    let is_own = |slug| slug == info.slug;
    let contests = frame.site.contest_views();
    let contests = contests
        .filter(|view| view.revision().game.is_some_and(|game| is_own(game.info().slug)))
        .count() as u64;
    let count = (contests > 0).then(|| frame.t(front_say::contest_count(frame.count(contests))));
    GameCard {
        to: frame.to(&Page::Game(info.slug.to_owned())),
        opening: OpeningBoard::of(game, &Map::new(), frame.language),
        title: frame.t(info.title.clone()),
        players: seat_range(game),
        about: about(info.slug).map(|about| frame.t(about)).unwrap_or_default(),
        contests: count.unwrap_or_default(),
    }
}

/// How many can play: "2", or "2–20".
pub(super) fn seat_range(game: &dyn DynGame) -> String {
    let info = game.info();
    let (min, max) = (*info.seats.start(), *info.seats.end());
    if min == max { min.to_string() } else { format!("{min}–{max}") }
}

/// The board at the start of a game: a picture, or a text for games that draw none; both are empty
/// if the options are not those of the game.
pub(super) struct OpeningBoard {
    pub(super) picture: String,
    pub(super) text: String,
}

impl OpeningBoard {
    pub(super) fn of(game: &dyn DynGame, options: &Map, language: Language) -> Self {
        let start = opening_state(game, options);
        let picture = start.as_ref().and_then(|state| {
            let picture = state.picture(Audience::Spectators, None, language)?;
            Some(crate::charts::board(&picture))
        });
        let text = match (&picture, start) {
            (None, Some(state)) => state.render(Audience::Spectators, language),
            _ => String::new(),
        };
        OpeningBoard { picture: picture.unwrap_or_default(), text }
    }
}

/// The first state of a game with the fewest players.
pub(crate) fn opening_state(game: &dyn DynGame, options: &Map) -> Option<Box<dyn DynState>> {
    let seats = *game.info().seats.start();
    game.new_initial_state(options, seats, &mut Rng::of_turn(0, 0)).ok()
}

/// A built-in game in one paragraph; none for games that were found.
pub(crate) fn about(slug: &str) -> Option<Message> {
    Some(match slug {
        "footsteps" => about_say::footsteps(),
        "intervalo" => about_say::intervalo(),
        "coins" => about_say::coins(),
        "mancala8" => about_say::mancala8(),
        "go" => about_say::go(),
        "minoria" => about_say::minoria(),
        "chess" => about_say::chess(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{respond::tests::fetched, site::Site};
    use certamen_game::{
        Draws, Erased, Game, GameInfo, Illegal, OptionsError, Outcome, ProgramsMemory, Protocol,
        Scoring, Seat, Seats, State,
    };
    use serde::{Deserialize, Serialize};
    use std::time::Duration;

    /// A game of words, without a picture, that is over at once.
    struct Plain;

    #[derive(Serialize, Deserialize, Default)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    struct NoOptions {}

    #[derive(Clone, Serialize)]
    struct Over;

    impl Game for Plain {
        type State = Over;
        type Options = NoOptions;

        fn info(&self) -> GameInfo {
            GameInfo {
                slug: "plain",
                title: Message::verbatim("Plain"),
                seats: 1..=3,
                version: 1,
                end_message: None,
                scoring: Scoring::Score,
                protocol: Protocol::Lines,
                move_time: Duration::from_secs(1),
                memory: ProgramsMemory::Match,
                hidden: false,
                draws: Draws::Never,
            }
        }

        fn new_initial_state(
            &self,
            _options: &NoOptions,
            _seats: u8,
            _rng: &mut Rng,
        ) -> Result<Over, OptionsError> {
            Ok(Over)
        }
    }

    impl State for Over {
        type Action = u8;

        fn seats(&self) -> u8 {
            1
        }

        fn to_act(&self) -> Seats {
            Seats::NONE
        }

        fn legal_actions(&self, _seat: Seat) -> impl DoubleEndedIterator<Item = u8> + '_ {
            std::iter::empty()
        }

        fn read(&self, _seat: Seat, _reply: &str) -> Result<u8, Illegal> {
            Ok(0)
        }

        fn apply(&mut self, _joint: &[(Seat, u8)], _rng: &mut Rng) {}

        fn outcome(&self) -> Option<Outcome> {
            Some(Outcome::scored([0.0]))
        }

        fn observation(&self, _seat: Seat) -> String {
            String::new()
        }

        fn forfeit(&self, _seats: Seats) -> Outcome {
            Outcome::scored([0.0])
        }

        fn render(&self, _audience: Audience, _language: Language) -> String {
            "nothing <here>\n".to_owned()
        }
    }

    #[test]
    fn a_game_without_a_picture_is_introduced_by_its_text() {
        let board = OpeningBoard::of(&Erased(Plain), &Map::new(), Language::En);
        assert_eq!((board.picture.as_str(), board.text.as_str()), ("", "nothing <here>\n"));
        assert_eq!(seat_range(&Erased(Plain)), "1–3");
        assert!(about("plain").is_none());
    }

    #[test]
    fn every_game_has_a_card_with_its_board_in_each_language() {
        let mut fetch = fetched(Site::without_contests());
        for language in Language::ALL {
            let (status, page) = fetch(&format!("/{language}/games"));
            assert_eq!(status, 200, "{page}");
            for game in certamen_games::ALL {
                let info = game.info();
                let about =
                    about(info.slug).unwrap_or_else(|| panic!("{} is described", info.slug));
                let about = about.get(language);
                assert!(page.contains(&about), "{about}: {page}");
                let link = format!("href=\"/{language}/games/{}\"", info.slug);
                assert!(page.contains(&link), "{link}");
            }
            let boards = page.matches("<svg class=\"board\"").count();
            assert_eq!(boards, certamen_games::ALL.len());
        }
        assert_eq!(fetch("/en/games/quoits").0, 404);
    }

    #[test]
    fn a_board_of_wrong_options_is_empty() {
        let game = certamen_games::find("go").unwrap();
        let options = Map::from_iter([("size".to_owned(), "large".into())]);
        let board = OpeningBoard::of(game, &options, Language::En);
        assert_eq!((board.picture.as_str(), board.text.as_str()), ("", ""));
    }

    #[test]
    fn the_header_has_the_main_pages_and_marks_the_one_that_is_shown() {
        let mut fetch = fetched(Site::without_contests());
        let page = fetch("/en/games").1;
        let header = page.split("<header").nth(1).unwrap().split("</header>").next().unwrap();
        for link in [
            "<a href=\"/en/\">Contests</a>",
            "<a href=\"/en/games\" aria-current=\"page\">Games</a>",
            "<a href=\"/en/hall\">Live</a>",
        ] {
            assert!(header.contains(link), "{link}: {header}");
        }
        // Without accounts no one can play.
        assert!(!header.contains("/en/play"), "{header}");
        assert!(fetch("/es/").1.contains("<a href=\"/es/\" aria-current=\"page\">Torneos</a>"));
        let missing = fetch("/en/c/four").1;
        assert!(missing.contains("<a href=\"/en/\">Contests</a>"), "{missing}");
    }
}
